#pragma once

#include "CImageCodecs.h"

/// What a decoder works on. It lives in the frame of `cic_decode`, below every setjmp, so its
/// fields keep their values when an error jumps.
typedef struct cic_job {
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  cic_limits limits;
  cic_image *out;
  cic_status status;
  /// Only the header is wanted.
  int header_only;
} cic_job;

cic_status cic_decode_png(cic_job *job);
cic_status cic_decode_jpeg(cic_job *job);
cic_status cic_decode_webp(cic_job *job);

/// Reads the orientation from the bytes of EXIF data, from its byte order mark on.
void cic_take_exif(cic_job *job, const uint8_t *bytes, size_t count);

/// Keeps a copy of a profile within the limits.
void cic_take_profile(cic_job *job, const uint8_t *bytes, size_t count);

/// Records why the decoding failed; the first reason stays.
void cic_fail(cic_job *job, cic_status status, const char *message);

/// Checks the size a header claims and allocates the pixels. False: `job->status` says why, or only
/// the header was wanted.
/// `minimum_count` is the least number of file bytes that can hold such an image: a header that
/// lies about its size is refused before memory is spent on it.
int cic_allocate_pixels(cic_job *job, uint32_t width, uint32_t height, uint64_t minimum_count);
