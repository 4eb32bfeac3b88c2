// PNG and JPEG in memory ⇄ pixels, over libpng and libjpeg. Errors of both libraries leave by
// longjmp; all of that stays inside this target, and callers see only a status.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum cic_status {
  CIC_OK = 0,
  /// The bytes start like neither a PNG nor a JPEG.
  CIC_NOT_AN_IMAGE,
  /// The bytes end before the image does, or are too few for the size the header claims.
  CIC_TRUNCATED,
  /// The bytes contradict the format.
  CIC_CORRUPT,
  /// The header claims more pixels than the limits allow. Nothing was allocated.
  CIC_TOO_LARGE,
  /// A variant of the format that is not decoded (12-bit or lossless JPEG, for example).
  CIC_UNSUPPORTED,
  CIC_OUT_OF_MEMORY,
} cic_status;

typedef struct cic_limits {
  /// Largest width and largest height, in pixels.
  uint32_t max_side;
  /// Largest width × height.
  uint64_t max_pixels;
} cic_limits;

enum { CIC_MESSAGE_SIZE = 128 };

/// A decoded image: width × height pixels, rows top to bottom without padding, each pixel blue,
/// green, red, alpha with the colour multiplied by alpha. `pixels` is freed by `cic_free`.
typedef struct cic_image {
  uint8_t *pixels;
  uint32_t width;
  uint32_t height;
  /// What was wrong, in the library's words; empty when nothing was.
  char message[CIC_MESSAGE_SIZE];
} cic_image;

/// Encoded bytes, freed by `cic_free`.
typedef struct cic_buffer {
  uint8_t *bytes;
  size_t count;
} cic_buffer;

/// Decodes a PNG or a JPEG, told apart by their first bytes. Values are taken as gamma-encoded
/// sRGB: colour profiles, gamma chunks and EXIF orientation are ignored. On any status but CIC_OK
/// `out->pixels` is null.
cic_status cic_decode(const uint8_t *bytes, size_t count, cic_limits limits, cic_image *out);

/// Encodes premultiplied blue, green, red, alpha pixels as an 8-bit PNG tagged sRGB: RGB when all
/// pixels are opaque, else RGBA with straight colour. Same pixels, same bytes.
cic_status cic_encode_png_bgra(
    const uint8_t *pixels, uint32_t width, uint32_t height, cic_buffer *out);

/// Encodes one byte per pixel as an 8-bit grayscale PNG.
cic_status cic_encode_png_gray(
    const uint8_t *pixels, uint32_t width, uint32_t height, cic_buffer *out);

void cic_free(void *memory);
