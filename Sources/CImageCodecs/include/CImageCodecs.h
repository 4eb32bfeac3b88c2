// PNG, JPEG and WebP in memory ⇄ pixels, over libpng, libjpeg and libwebp. Errors of the first two
// leave by longjmp; all of that stays inside this target, and callers see only a status.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum cic_status {
  CIC_OK = 0,
  /// The bytes start like no PNG, JPEG or WebP.
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
  /// Most bytes of a colour profile; of a larger one nothing is read.
  uint32_t max_profile;
} cic_limits;

enum { CIC_MESSAGE_SIZE = 128 };

/// What a file says about its colours, apart from a profile.
typedef struct cic_colorimetry {
  /// The exponent that the values were encoded with × 100,000; 0 where the file does not say.
  uint32_t gamma;
  /// x and y of white, red, green and blue × 100,000; all 0 where the file does not say.
  int32_t chromaticities[8];
} cic_colorimetry;

/// A decoded image: width × height pixels, rows top to bottom without padding, each pixel blue,
/// green, red, alpha; the colour is straight, in the values of the file. `pixels` and `profile` are
/// freed by `cic_free`.
typedef struct cic_image {
  uint8_t *pixels;
  uint32_t width;
  uint32_t height;
  /// 1…8 as EXIF counts them; 1 where the file does not say.
  uint32_t orientation;
  /// An ICC profile; null where there is none, or none of its kind is looked at.
  uint8_t *profile;
  size_t profile_count;
  cic_colorimetry colorimetry;
  /// What was wrong, in the library's words; empty when nothing was.
  char message[CIC_MESSAGE_SIZE];
} cic_image;

/// Encoded bytes, freed by `cic_free`.
typedef struct cic_buffer {
  uint8_t *bytes;
  size_t count;
} cic_buffer;

/// Decodes a PNG, a JPEG or a WebP, told apart by their first bytes; of an animated WebP the first
/// frame. On any status but CIC_OK `out->pixels` and `out->profile` are null.
cic_status cic_decode(const uint8_t *bytes, size_t count, cic_limits limits, cic_image *out);

/// As `cic_decode`, up to where pixels would be needed: `out->pixels` and `out->profile` stay null.
cic_status cic_read_header(const uint8_t *bytes, size_t count, cic_limits limits, cic_image *out);

enum { CIC_ENCODE_STEPS = 16384 };

/// From the values of a file to gamma-encoded sRGB.
typedef struct cic_transform {
  /// The light of each value of red, green and blue, 0…1.
  float light[3][256];
  /// Red, green and blue light of the file to that of sRGB, row by row.
  float matrix[9];
} cic_transform;

/// Transforms straight blue, green, red, alpha pixels in place. `encode` has the values of the light
/// 0 / CIC_ENCODE_STEPS to CIC_ENCODE_STEPS / CIC_ENCODE_STEPS.
void cic_transform_pixels(
    uint8_t *pixels, size_t count, const cic_transform *transform, const uint8_t *encode);

/// Multiplies the colours of blue, green, red, alpha pixels by their alpha, in place.
void cic_premultiply(uint8_t *pixels, size_t count);

/// Encodes premultiplied blue, green, red, alpha pixels as an 8-bit PNG tagged sRGB: RGB when all
/// pixels are opaque, else RGBA with straight colour. Same pixels, same bytes.
cic_status cic_encode_png_bgra(
    const uint8_t *pixels, uint32_t width, uint32_t height, cic_buffer *out);

/// Encodes one byte per pixel as an 8-bit grayscale PNG.
cic_status cic_encode_png_gray(
    const uint8_t *pixels, uint32_t width, uint32_t height, cic_buffer *out);

void cic_free(void *memory);
