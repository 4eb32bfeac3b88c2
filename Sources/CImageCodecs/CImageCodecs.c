#include "internal.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t png_signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
static const uint8_t jpeg_signature[3] = {0xff, 0xd8, 0xff};

enum match { MATCH_NO, MATCH_START, MATCH_WHOLE };

static enum match match(const cic_job *job, const uint8_t *signature, size_t count) {
  size_t common = job->count < count ? job->count : count;
  if (common == 0 || memcmp(job->bytes, signature, common) != 0) return MATCH_NO;
  return common == count ? MATCH_WHOLE : MATCH_START;
}

void cic_fail(cic_job *job, cic_status status, const char *message) {
  if (job->status != CIC_OK) return;
  job->status = status;
  strncpy(job->out->message, message, CIC_MESSAGE_SIZE - 1);
  job->out->message[CIC_MESSAGE_SIZE - 1] = 0;
}

int cic_allocate_pixels(cic_job *job, uint32_t width, uint32_t height, uint64_t minimum_count) {
  if (width == 0 || height == 0) {
    cic_fail(job, CIC_CORRUPT, "the image is empty");
    return 0;
  }
  if (width > job->limits.max_side || height > job->limits.max_side
      || (uint64_t)width * height > job->limits.max_pixels) {
    cic_fail(job, CIC_TOO_LARGE, "the image has more pixels than the limits allow");
    return 0;
  }
  if (job->count < minimum_count) {
    cic_fail(job, CIC_TRUNCATED, "too few bytes for the size the header claims");
    return 0;
  }
  // Untouched pages of calloc cost nothing, so a file that ends early stays cheap.
  uint64_t size = (uint64_t)width * height * 4;
  job->out->pixels = size <= SIZE_MAX ? calloc(1, (size_t)size) : NULL;
  if (!job->out->pixels) {
    cic_fail(job, CIC_OUT_OF_MEMORY, "no memory for the pixels");
    return 0;
  }
  job->out->width = width;
  job->out->height = height;
  return 1;
}

cic_status cic_decode(const uint8_t *bytes, size_t count, cic_limits limits, cic_image *out) {
  memset(out, 0, sizeof *out);
  cic_job job = {.bytes = bytes, .count = count, .limits = limits, .out = out};
  enum match png = match(&job, png_signature, sizeof png_signature);
  enum match jpeg = match(&job, jpeg_signature, sizeof jpeg_signature);
  if (png == MATCH_WHOLE) {
    cic_decode_png(&job);
  } else if (jpeg == MATCH_WHOLE) {
    cic_decode_jpeg(&job);
  } else if (png == MATCH_START || jpeg == MATCH_START) {
    cic_fail(&job, CIC_TRUNCATED, "the bytes end within the signature");
  } else {
    cic_fail(&job, CIC_NOT_AN_IMAGE, "neither a PNG nor a JPEG");
  }
  if (job.status != CIC_OK) {
    free(out->pixels);
    out->pixels = NULL;
    out->width = out->height = 0;
  }
  return job.status;
}

void cic_free(void *memory) { free(memory); }
