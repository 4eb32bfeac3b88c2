#include "internal.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/// Ordinary progressive files have about ten scans; a crafted one repeats them to keep the decoder
/// busy.
enum { MAX_SCANS = 100 };

typedef struct decoder {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  cic_job *job;
  /// One row of ink values, for files in CMYK.
  uint8_t *ink_row;
} decoder;

static decoder *decoder_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void stop(j_common_ptr jpeg, cic_status status) {
  char message[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, message);
  cic_fail(decoder_of(jpeg)->job, status, message);
  longjmp(decoder_of(jpeg)->jump, 1);
}

static void error_exit(j_common_ptr jpeg) {
  switch (jpeg->err->msg_code) {
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW: stop(jpeg, CIC_TOO_LARGE); break;
    case JERR_OUT_OF_MEMORY: stop(jpeg, CIC_OUT_OF_MEMORY); break;
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY: stop(jpeg, CIC_TRUNCATED); break;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_SOF_UNSUPPORTED: stop(jpeg, CIC_UNSUPPORTED); break;
    default: stop(jpeg, CIC_CORRUPT); break;
  }
}

/// Warnings that mean pixels are missing or invented end the decoding; harmless ones pass.
static void emit_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
    case JWRN_JPEG_EOF: stop(jpeg, CIC_TRUNCATED); break;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC: stop(jpeg, CIC_CORRUPT); break;
    default: break;
  }
}

static void output_nothing(j_common_ptr jpeg) { (void)jpeg; }

static void count_scans(j_common_ptr jpeg) {
  if (!jpeg->is_decompressor) return;
  if (((j_decompress_ptr)jpeg)->input_scan_number > MAX_SCANS) {
    cic_fail(decoder_of(jpeg)->job, CIC_CORRUPT, "too many scans");
    longjmp(decoder_of(jpeg)->jump, 1);
  }
}

/// The fewest bytes that hold an image of this size: a Huffman-coded block takes at least one bit,
/// and some component has a block for every 8 × 8 pixels, or every four such squares when the
/// finest sampling across and down belong to different components. Arithmetic coding has no such
/// bound.
static uint64_t minimum_count(const struct jpeg_decompress_struct *jpeg) {
  if (jpeg->arith_code) return 0;
  return (uint64_t)jpeg->image_width * jpeg->image_height / (8 * 8 * 4 * 8);
}

static uint8_t product(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

/// Ink to light, without a profile: r = (1 − c)(1 − k). Adobe's files store 1 − ink.
static void convert_ink(const uint8_t *cmyk, uint8_t *bgra, uint32_t width, int inverted) {
  for (uint32_t x = 0; x < width; x++, cmyk += 4, bgra += 4) {
    uint8_t flip = inverted ? 0 : 255;
    unsigned key = cmyk[3] ^ flip;
    bgra[0] = product(cmyk[2] ^ flip, key);
    bgra[1] = product(cmyk[1] ^ flip, key);
    bgra[2] = product(cmyk[0] ^ flip, key);
    bgra[3] = 255;
  }
}

/// The marker is one of a kind that begins with these bytes.
static int begins(jpeg_saved_marker_ptr marker, int code, const char *name, size_t count) {
  return marker->marker == code && marker->data_length >= count
         && memcmp(marker->data, name, count) == 0;
}

enum { EXIF_NAME = 6, PROFILE_NAME = 12, PROFILE_HEADER = 14, MAX_PARTS = 255 };

static void read_exif(cic_job *job, const struct jpeg_decompress_struct *jpeg) {
  for (jpeg_saved_marker_ptr m = jpeg->marker_list; m; m = m->next) {
    if (begins(m, JPEG_APP0 + 1, "Exif\0", EXIF_NAME)) {
      return cic_take_exif(job, m->data + EXIF_NAME, m->data_length - EXIF_NAME);
    }
  }
}

/// Puts a profile together that comes in numbered parts, if all are there and fit the limits.
static void read_profile(cic_job *job, const struct jpeg_decompress_struct *jpeg) {
  jpeg_saved_marker_ptr parts[MAX_PARTS + 1] = {NULL};
  unsigned count = 0;
  size_t size = 0;
  for (jpeg_saved_marker_ptr m = jpeg->marker_list; m; m = m->next) {
    if (!begins(m, JPEG_APP0 + 2, "ICC_PROFILE", PROFILE_NAME)) continue;
    if (m->data_length < PROFILE_HEADER) return;
    unsigned number = m->data[PROFILE_NAME], of = m->data[PROFILE_NAME + 1];
    if (number == 0 || number > of || (count && count != of) || parts[number]) return;
    count = of;
    parts[number] = m;
    size += m->data_length - PROFILE_HEADER;
  }
  if (size == 0 || size > job->limits.max_profile || job->header_only) return;
  uint8_t *profile = malloc(size);
  if (!profile) return;
  size_t end = 0;
  for (unsigned i = 1; i <= count; i++) {
    if (!parts[i]) {
      free(profile);
      return;
    }
    size_t length = parts[i]->data_length - PROFILE_HEADER;
    memcpy(profile + end, parts[i]->data + PROFILE_HEADER, length);
    end += length;
  }
  job->out->profile = profile;
  job->out->profile_count = size;
}

/// Everything that may jump: no local variable that changes is read after the jump.
static void decode_with_errors(decoder *d) {
  struct jpeg_decompress_struct *jpeg = &d->jpeg;
  cic_job *job = d->job;
  if (setjmp(d->jump)) return;
  jpeg_create_decompress(jpeg);
  jpeg->progress = &d->progress;
  jpeg_mem_src(jpeg, job->bytes, (unsigned long)job->count);
  jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(jpeg, TRUE);
  read_exif(job, jpeg);
  if (!cic_allocate_pixels(job, jpeg->image_width, jpeg->image_height, minimum_count(jpeg))) return;

  int is_ink = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  // Profiles of ink are tables, which are not looked at.
  if (!is_ink) read_profile(job, jpeg);
  jpeg->out_color_space = is_ink ? JCS_CMYK : JCS_EXT_BGRA;
  jpeg->dct_method = JDCT_ISLOW;
  size_t row_bytes = (size_t)jpeg->image_width * 4;
  if (is_ink) {
    d->ink_row = malloc(row_bytes);
    if (!d->ink_row) {
      cic_fail(job, CIC_OUT_OF_MEMORY, "no memory for a row");
      return;
    }
  }
  jpeg_start_decompress(jpeg);
  while (jpeg->output_scanline < jpeg->output_height) {
    uint8_t *pixels = job->out->pixels + jpeg->output_scanline * row_bytes;
    JSAMPROW row = is_ink ? d->ink_row : pixels;
    if (jpeg_read_scanlines(jpeg, &row, 1) != 1) {
      cic_fail(job, CIC_TRUNCATED, "the bytes end before the image does");
      return;
    }
    if (is_ink) convert_ink(d->ink_row, pixels, jpeg->image_width, jpeg->saw_Adobe_marker);
  }
  jpeg_finish_decompress(jpeg);
}

cic_status cic_decode_jpeg(cic_job *job) {
  decoder d = {.job = job};
  d.jpeg.err = jpeg_std_error(&d.errors);
  d.jpeg.client_data = &d;
  d.errors.error_exit = error_exit;
  d.errors.emit_message = emit_message;
  d.errors.output_message = output_nothing;
  d.progress.progress_monitor = count_scans;
  decode_with_errors(&d);
  jpeg_destroy_decompress(&d.jpeg);
  free(d.ink_row);
  return job->status;
}
