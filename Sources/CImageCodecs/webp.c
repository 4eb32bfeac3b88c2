#include "internal.h"

#include <string.h>

#include <webp/decode.h>

enum { RIFF_HEADER = 12, CHUNK_HEADER = 8, EXTENDED = 10, FRAME_HEADER = 16 };

/// What the chunks of a file are, as far as pixels and colours depend on them.
typedef struct contents {
  /// The picture in a form that libwebp takes: the whole file, or the chunks of the first frame.
  const uint8_t *picture;
  size_t picture_count;
  /// Pixels; of the whole animation where there is one.
  uint32_t width;
  uint32_t height;
  int is_animated;
  uint32_t frame_x;
  uint32_t frame_y;
  uint32_t frame_width;
  uint32_t frame_height;
} contents;

static uint32_t little_endian(const uint8_t *bytes, int count) {
  uint32_t number = 0;
  for (int i = count - 1; i >= 0; i--) number = number << 8 | bytes[i];
  return number;
}

static void take_frame(contents *found, const uint8_t *data, size_t count) {
  if (found->picture || count < FRAME_HEADER) return;
  found->frame_x = 2 * little_endian(data, 3);
  found->frame_y = 2 * little_endian(data + 3, 3);
  found->frame_width = little_endian(data + 6, 3) + 1;
  found->frame_height = little_endian(data + 9, 3) + 1;
  found->picture = data + FRAME_HEADER;
  found->picture_count = count - FRAME_HEADER;
}

/// Looks at all chunks; false where the file is none.
static int find(cic_job *job, contents *found) {
  const uint8_t *end = job->bytes + job->count;
  size_t size = little_endian(job->bytes + 4, 4);
  if (size > job->count - CHUNK_HEADER) {
    cic_fail(job, CIC_TRUNCATED, "the bytes end before the file's own size");
    return 0;
  }
  if (size >= 4) end = job->bytes + CHUNK_HEADER + size;
  const uint8_t *chunk = job->bytes + RIFF_HEADER;
  while (end - chunk >= CHUNK_HEADER) {
    const uint8_t *data = chunk + CHUNK_HEADER;
    size_t count = little_endian(chunk + 4, 4), room = (size_t)(end - data);
    if (count > room) {
      cic_fail(job, CIC_TRUNCATED, "a chunk is larger than the file");
      return 0;
    }
    if (memcmp(chunk, "VP8X", 4) == 0 && count >= EXTENDED) {
      enum { ANIMATION = 2 };
      found->is_animated = (data[0] & ANIMATION) != 0;
      found->width = little_endian(data + 4, 3) + 1;
      found->height = little_endian(data + 7, 3) + 1;
    } else if (memcmp(chunk, "ANMF", 4) == 0) {
      take_frame(found, data, count);
    } else if (memcmp(chunk, "ICCP", 4) == 0) {
      cic_take_profile(job, data, count);
    } else if (memcmp(chunk, "EXIF", 4) == 0) {
      // Some writers put the name that the data has in a JPEG before it.
      int is_named = count > 6 && memcmp(data, "Exif\0", 6) == 0;
      cic_take_exif(job, data + (is_named ? 6 : 0), count - (is_named ? 6 : 0));
    }
    size_t padded = count + (count & 1);
    chunk = data + (padded < room ? padded : room);
  }
  return 1;
}

static int check(cic_job *job, VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OK: return 1;
    case VP8_STATUS_OUT_OF_MEMORY:
      cic_fail(job, CIC_OUT_OF_MEMORY, "no memory for the decoder");
      break;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      cic_fail(job, CIC_TRUNCATED, "the bytes end before the image does");
      break;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      cic_fail(job, CIC_UNSUPPORTED, "libwebp does not know this feature");
      break;
    case VP8_STATUS_INVALID_PARAM:
    case VP8_STATUS_BITSTREAM_ERROR:
    case VP8_STATUS_USER_ABORT: cic_fail(job, CIC_CORRUPT, "libwebp gave up"); break;
  }
  return 0;
}

cic_status cic_decode_webp(cic_job *job) {
  contents found = {0};
  if (!find(job, &found)) return job->status;
  if (found.is_animated && !found.picture) {
    cic_fail(job, CIC_CORRUPT, "an animation without frames");
    return job->status;
  }
  if (!found.is_animated) {
    found.picture = job->bytes;
    found.picture_count = job->count;
  }
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) {
    cic_fail(job, CIC_UNSUPPORTED, "another libwebp than this was built for");
    return job->status;
  }
  if (!check(job, WebPGetFeatures(found.picture, found.picture_count, &config.input))) {
    return job->status;
  }
  uint32_t width = (uint32_t)config.input.width, height = (uint32_t)config.input.height;
  if (!found.is_animated) {
    found.width = found.frame_width = width;
    found.height = found.frame_height = height;
  }
  if (width != found.frame_width || height != found.frame_height
      || found.frame_x + (uint64_t)width > found.width
      || found.frame_y + (uint64_t)height > found.height) {
    cic_fail(job, CIC_CORRUPT, "the frame does not fit the picture");
    return job->status;
  }
  if (!cic_allocate_pixels(job, found.width, found.height, 0)) return job->status;

  size_t row_bytes = (size_t)found.width * 4;
  size_t start = found.frame_y * row_bytes + (size_t)found.frame_x * 4;
  config.output.colorspace = MODE_BGRA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = job->out->pixels + start;
  config.output.u.RGBA.stride = (int)row_bytes;
  config.output.u.RGBA.size = row_bytes * found.height - start;
  check(job, WebPDecode(found.picture, found.picture_count, &config));
  WebPFreeDecBuffer(&config.output);
  return job->status;
}
