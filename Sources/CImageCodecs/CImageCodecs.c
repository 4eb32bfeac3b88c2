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
  if (job->header_only) {
    job->out->width = width;
    job->out->height = height;
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

static uint32_t read_number(const uint8_t *bytes, int count, int is_big_endian) {
  uint32_t number = 0;
  for (int i = 0; i < count; i++) {
    number |= (uint32_t)bytes[i] << 8 * (is_big_endian ? count - 1 - i : i);
  }
  return number;
}

void cic_take_exif(cic_job *job, const uint8_t *bytes, size_t count) {
  enum { HEADER = 8, ENTRY = 12, ORIENTATION = 0x0112, TYPE_SHORT = 3 };
  if (count < HEADER + 2) return;
  int is_big_endian = bytes[0] == 'M';
  if (bytes[0] != bytes[1] || (!is_big_endian && bytes[0] != 'I')) return;
  if (read_number(bytes + 2, 2, is_big_endian) != 42) return;
  uint32_t directory = read_number(bytes + 4, 4, is_big_endian);
  if (directory > count - 2) return;
  size_t entries = read_number(bytes + directory, 2, is_big_endian);
  size_t room = (count - directory - 2) / ENTRY;
  const uint8_t *entry = bytes + directory + 2;
  for (size_t i = 0; i < entries && i < room; i++, entry += ENTRY) {
    if (read_number(entry, 2, is_big_endian) != ORIENTATION) continue;
    if (read_number(entry + 2, 2, is_big_endian) != TYPE_SHORT) return;
    uint32_t orientation = read_number(entry + 8, 2, is_big_endian);
    if (orientation >= 1 && orientation <= 8) job->out->orientation = orientation;
    return;
  }
}

void cic_take_profile(cic_job *job, const uint8_t *bytes, size_t count) {
  if (job->header_only || job->out->profile || count == 0 || count > job->limits.max_profile) {
    return;
  }
  job->out->profile = malloc(count);
  if (!job->out->profile) return;
  memcpy(job->out->profile, bytes, count);
  job->out->profile_count = count;
}

static void run(cic_job *job) {
  // "RIFF", the size of the rest, "WEBP".
  enum { WEBP_SIGNATURE = 12, WEBP_NAME = 8 };
  static const uint8_t riff[4] = {'R', 'I', 'F', 'F'};
  enum match png = match(job, png_signature, sizeof png_signature);
  enum match jpeg = match(job, jpeg_signature, sizeof jpeg_signature);
  enum match webp = match(job, riff, sizeof riff);
  if (webp == MATCH_WHOLE) {
    size_t named = job->count > WEBP_NAME ? job->count - WEBP_NAME : 0;
    if (named > 4) named = 4;
    if (memcmp(job->bytes + WEBP_NAME, "WEBP", named) != 0) {
      webp = MATCH_NO;
    } else if (job->count < WEBP_SIGNATURE) {
      webp = MATCH_START;
    }
  }
  if (png == MATCH_WHOLE) {
    cic_decode_png(job);
  } else if (jpeg == MATCH_WHOLE) {
    cic_decode_jpeg(job);
  } else if (webp == MATCH_WHOLE) {
    cic_decode_webp(job);
  } else if (png == MATCH_START || jpeg == MATCH_START || webp == MATCH_START) {
    cic_fail(job, CIC_TRUNCATED, "the bytes end within the signature");
  } else {
    cic_fail(job, CIC_NOT_AN_IMAGE, "no PNG, JPEG or WebP");
  }
}

static cic_status decode(
    const uint8_t *bytes, size_t count, cic_limits limits, cic_image *out, int header_only) {
  memset(out, 0, sizeof *out);
  out->orientation = 1;
  cic_job job = {
      .bytes = bytes, .count = count, .limits = limits, .out = out, .header_only = header_only};
  run(&job);
  if (job.status != CIC_OK) {
    free(out->pixels);
    free(out->profile);
    out->pixels = out->profile = NULL;
    out->width = out->height = 0;
    out->profile_count = 0;
  }
  return job.status;
}

cic_status cic_decode(const uint8_t *bytes, size_t count, cic_limits limits, cic_image *out) {
  return decode(bytes, count, limits, out, 0);
}

cic_status cic_read_header(const uint8_t *bytes, size_t count, cic_limits limits, cic_image *out) {
  return decode(bytes, count, limits, out, 1);
}

void cic_transform_pixels(
    uint8_t *pixels, size_t count, const cic_transform *transform, const uint8_t *encode) {
  const float *m = transform->matrix;
  for (size_t i = 0; i < count; i++, pixels += 4) {
    float red = transform->light[0][pixels[2]], green = transform->light[1][pixels[1]],
          blue = transform->light[2][pixels[0]];
    for (int c = 0; c < 3; c++) {
      float light = m[3 * c] * red + m[3 * c + 1] * green + m[3 * c + 2] * blue;
      if (!(light > 0)) light = 0;
      if (light > 1) light = 1;
      pixels[2 - c] = encode[(int)(light * CIC_ENCODE_STEPS + 0.5f)];
    }
  }
}

/// Multiplies a channel by alpha / 255, rounded to nearest.
static inline uint8_t multiply(uint8_t value, uint8_t alpha) {
  return (uint8_t)((value * alpha + 127) / 255);
}

void cic_premultiply(uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++, pixels += 4) {
    uint8_t alpha = pixels[3];
    if (alpha == 255) continue;
    pixels[0] = multiply(pixels[0], alpha);
    pixels[1] = multiply(pixels[1], alpha);
    pixels[2] = multiply(pixels[2], alpha);
  }
}

void cic_free(void *memory) { free(memory); }
