#include "internal.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Decoding

/// No deflate stream expands further than this.
enum { DEFLATE_MAX_RATIO = 1032 };

static void read_bytes(png_structp png, png_bytep to, size_t count) {
  cic_job *job = png_get_io_ptr(png);
  if (count > job->count - job->offset) {
    cic_fail(job, CIC_TRUNCATED, "the bytes end before the image does");
    png_error(png, "truncated");
  }
  memcpy(to, job->bytes + job->offset, count);
  job->offset += count;
}

static void decode_error(png_structp png, png_const_charp message) {
  cic_fail(png_get_error_ptr(png), CIC_CORRUPT, message);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static uint32_t big_endian(const uint8_t *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/// libpng refuses large headers too, but as a plain error; look first to tell the two apart.
static int header_fits(cic_job *job) {
  enum { WIDTH = 16, HEIGHT = 20, END = 24 };
  if (job->count < END) {
    cic_fail(job, CIC_TRUNCATED, "the bytes end within the header");
    return 0;
  }
  if (memcmp(job->bytes + 12, "IHDR", 4) != 0) return 1;
  uint32_t width = big_endian(job->bytes + WIDTH), height = big_endian(job->bytes + HEIGHT);
  if (width > job->limits.max_side || height > job->limits.max_side
      || (uint64_t)width * height > job->limits.max_pixels) {
    cic_fail(job, CIC_TOO_LARGE, "the image has more pixels than the limits allow");
    return 0;
  }
  return 1;
}

/// What the file says about its colours; libpng has checked it.
static void read_colors(cic_job *job, png_structp png, png_infop info) {
  png_bytep profile;
  png_charp name;
  png_uint_32 count;
  int compression;
  int intent;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &count)) {
    return cic_take_profile(job, profile, count);
  }
  if (png_get_sRGB(png, info, &intent)) return;
  png_fixed_point gamma;
  png_fixed_point c[8];
  if (png_get_gAMA_fixed(png, info, &gamma) && gamma > 0) {
    job->out->colorimetry.gamma = (uint32_t)gamma;
  }
  if (png_get_cHRM_fixed(png, info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7)) {
    for (int i = 0; i < 8; i++) job->out->colorimetry.chromaticities[i] = c[i];
  }
}

/// Everything that may jump: no local variable that changes is read after the jump.
static void decode_with_errors(cic_job *job, png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png))) {
    cic_fail(job, CIC_CORRUPT, "libpng gave up");
    return;
  }
  // Chunks that do not change the pixels are skipped unread: they cost nothing to carry junk.
  static const uint8_t skipped[] =
      "bKGD\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(
      png, PNG_HANDLE_CHUNK_NEVER, (png_bytep)skipped, (int)(sizeof skipped / 5));
  png_set_user_limits(png, job->limits.max_side, job->limits.max_side);
  png_set_chunk_malloc_max(png, job->limits.max_profile > 4096 ? job->limits.max_profile : 4096);
  // Junk in what only describes the pixels does not make them unreadable.
  png_set_benign_errors(png, 1);
  png_set_read_fn(png, job, read_bytes);
  png_read_info(png, info);
  read_colors(job, png, info);
  png_bytep exif;
  png_uint_32 exif_count;
  if (png_get_eXIf_1(png, info, &exif_count, &exif)) cic_take_exif(job, exif, exif_count);

  uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  uint64_t bits_per_pixel = (uint64_t)png_get_bit_depth(png, info) * png_get_channels(png, info);
  uint64_t raw_bytes = (uint64_t)width * height * bits_per_pixel / 8;
  if (!cic_allocate_pixels(job, width, height, raw_bytes / DEFLATE_MAX_RATIO)) return;

  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_bytes = (size_t)width * 4;
  if (png_get_rowbytes(png, info) != row_bytes) png_error(png, "unexpected row size");

  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      png_read_row(png, job->out->pixels + y * row_bytes, NULL);
    }
  }
  png_read_end(png, NULL);
}

cic_status cic_decode_png(cic_job *job) {
  if (!header_fits(job)) return job->status;
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, job, decode_error, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info) {
    decode_with_errors(job, png, info);
  } else {
    cic_fail(job, CIC_OUT_OF_MEMORY, "no memory for the decoder");
  }
  png_destroy_read_struct(&png, &info, NULL);
  return job->status;
}

// Encoding

typedef struct encoder {
  const uint8_t *pixels;
  uint32_t width;
  uint32_t height;
  int color_type;
  uint8_t *row;
  cic_buffer buffer;
  size_t capacity;
  cic_status status;
} encoder;

static void write_bytes(png_structp png, png_bytep from, size_t count) {
  encoder *e = png_get_io_ptr(png);
  if (count > e->capacity - e->buffer.count) {
    size_t needed = e->buffer.count + count;
    size_t capacity = e->capacity * 2 > needed ? e->capacity * 2 : needed + 4096;
    uint8_t *bytes = realloc(e->buffer.bytes, capacity);
    if (!bytes) {
      e->status = CIC_OUT_OF_MEMORY;
      png_error(png, "no memory");
    }
    e->buffer.bytes = bytes;
    e->capacity = capacity;
  }
  memcpy(e->buffer.bytes + e->buffer.count, from, count);
  e->buffer.count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static void encode_error(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static int is_opaque(const uint8_t *bgra, size_t pixels) {
  for (size_t i = 0; i < pixels; i++) {
    if (bgra[i * 4 + 3] != 255) return 0;
  }
  return 1;
}

/// Divides a channel by alpha / 255, rounded to nearest; multiplying again gives the same value.
static inline uint8_t divide(uint8_t value, uint8_t alpha) {
  unsigned straight = (value * 255u + alpha / 2u) / alpha;
  return straight > 255 ? 255 : (uint8_t)straight;
}

static void fill_row(encoder *e, const uint8_t *from) {
  uint8_t *to = e->row;
  int has_alpha = e->color_type == PNG_COLOR_TYPE_RGB_ALPHA;
  for (uint32_t x = 0; x < e->width; x++, from += 4) {
    uint8_t alpha = from[3];
    for (int c = 2; c >= 0; c--) *to++ = alpha == 0 ? 0 : divide(from[c], alpha);
    if (has_alpha) *to++ = alpha;
  }
}

static void encode_with_errors(encoder *e, png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png))) {
    if (e->status == CIC_OK) e->status = CIC_CORRUPT;
    return;
  }
  png_set_write_fn(png, e, write_bytes, flush_nothing);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Said outright so that the bytes do not depend on a library default.
  png_set_compression_level(png, 6);
  png_set_compression_mem_level(png, 8);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_set_IHDR(
      png, info, e->width, e->height, 8, e->color_type, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png, info);
  for (uint32_t y = 0; y < e->height; y++) {
    if (e->color_type == PNG_COLOR_TYPE_GRAY) {
      png_write_row(png, e->pixels + (size_t)y * e->width);
    } else {
      fill_row(e, e->pixels + (size_t)y * e->width * 4);
      png_write_row(png, e->row);
    }
  }
  png_write_end(png, info);
}

static cic_status encode(encoder *e, cic_buffer *out) {
  *out = (cic_buffer){NULL, 0};
  if (e->width == 0 || e->height == 0) return CIC_CORRUPT;
  e->row = malloc((size_t)e->width * 4);
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, encode_error, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (e->row && info) {
    encode_with_errors(e, png, info);
  } else {
    e->status = CIC_OUT_OF_MEMORY;
  }
  png_destroy_write_struct(&png, &info);
  free(e->row);
  if (e->status == CIC_OK) {
    *out = e->buffer;
  } else {
    free(e->buffer.bytes);
  }
  return e->status;
}

cic_status cic_encode_png_bgra(
    const uint8_t *pixels, uint32_t width, uint32_t height, cic_buffer *out) {
  int opaque = is_opaque(pixels, (size_t)width * height);
  encoder e = {
      .pixels = pixels,
      .width = width,
      .height = height,
      .color_type = opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA,
  };
  return encode(&e, out);
}

cic_status cic_encode_png_gray(
    const uint8_t *pixels, uint32_t width, uint32_t height, cic_buffer *out) {
  encoder e = {
      .pixels = pixels, .width = width, .height = height, .color_type = PNG_COLOR_TYPE_GRAY};
  return encode(&e, out);
}
