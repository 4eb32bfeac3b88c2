// Cairo image-surface peer (CPU, single thread). usage: cairobench SCENE N W H FRAMES [out.png]
// (TEXDIR = folder with tex0..7.png)
#include <cairo.h>
#include "scene.h"
static int N, W, H;
static cairo_t *cr;
static cairo_surface_t *s, *tex[8], *text;
static cairo_pattern_t *shadow;
static int aa = 1;
static void rr(double x, double y, double w, double h, double q) {
  cairo_new_sub_path(cr);
  cairo_arc(cr, x + w - q, y + q, q, -M_PI / 2, 0);
  cairo_arc(cr, x + w - q, y + h - q, q, 0, M_PI / 2);
  cairo_arc(cr, x + q, y + h - q, q, M_PI / 2, M_PI);
  cairo_arc(cr, x + q, y + q, q, M_PI, M_PI * 1.5);
  cairo_close_path(cr);
}
static void bg(void) {
  cairo_set_source_rgb(cr, 24 / 255., 24 / 255., 28 / 255.);
  cairo_paint(cr);
}
static void rects(double t, int anim) {
  double d = sqrt((double)W * H / N);
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    cairo_save(cr);
    cairo_translate(cr, m->x * W + (anim ? 100 * loop(t, 1 + m->d6) : 0), m->y * H);
    cairo_rotate(cr, 2 * M_PI * (anim ? loop(t, 2 * (1 + m->d5)) : m->d5));
    cairo_set_source_rgb(cr, m->red, m->green, m->blue);
    cairo_rectangle(cr, -d / 2, -d / 2, d, d);
    cairo_fill(cr);
    cairo_restore(cr);
  }
}
static void a(double t) {
  bg();
  rects(t, 1);
}
static void b(double t) {
  bg();
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    double o = .3 + .7 * loop(t, 1 + m->d5), an = (-15 + 30 * loop(t, 1 + m->d6)) * M_PI / 180,
           sc = .8 + .4 * loop(t, 1 + m->d7);
    cairo_save(cr);
    cairo_translate(cr, m->x * (W - 160) + 80, m->y * (H - 100) + 50);
    cairo_rotate(cr, an);
    cairo_scale(cr, sc, sc);
    cairo_set_source_rgba(cr, 0, 0, 0, .4 * o);
    cairo_translate(cr, -80 - 24, -50 - 24 + 4);
    cairo_mask(cr, shadow);
    cairo_translate(cr, 24, 24 - 4); // cached blurred shadow mask
    rr(1, 1, 158, 98, 11);
    cairo_set_source_rgba(cr, m->red, m->green, m->blue, .8 * o);
    cairo_fill_preserve(cr);
    cairo_set_source_rgba(cr, 1, 1, 1, o);
    cairo_set_line_width(cr, 2);
    cairo_stroke(cr);
    cairo_restore(cr);
  }
}
static void c(double t) {
  bg();
  double d = N <= 200 ? 128 : 48;
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    double sc = (.5 + .5 * loop(t, 1 + m->d6)) * d / 256;
    cairo_save(cr);
    cairo_translate(cr, m->x * W, m->y * H);
    cairo_rotate(cr, 2 * M_PI * loop(t, 2 * (1 + m->d5)));
    cairo_scale(cr, sc, sc);
    cairo_set_source_surface(cr, tex[i % 8], -128, -128);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
    cairo_rectangle(cr, -128, -128, 256, 256);
    cairo_fill(cr);
    cairo_restore(cr);
  }
}
static void grp(int ch, int k, double t) {
  cairo_push_group(cr);
  for (int j = 0; j < 4; j++) {
    cairo_set_source_rgb(cr, r(ch * 10 + k, j), r(j, k), .6);
    cairo_rectangle(cr, 20 + j * 50, 15 + k * 20, 50, 50);
    cairo_fill(cr);
  }
  if (k < 9) {
    cairo_save(cr);
    cairo_translate(cr, 3, 3);
    cairo_rectangle(cr, 0, 0, 240, 240);
    cairo_clip(cr);
    grp(ch, k + 1, t);
    cairo_restore(cr);
  } else {
    cairo_set_source_rgb(cr, 1, 0, 0);
    cairo_rectangle(cr, 200 * loop(t, 1), 100, 40, 40);
    cairo_fill(cr);
  }
  cairo_pop_group_to_source(cr);
  if (k % 2 == 0) {
    rr(0, 0, 240, 240, 40);
    cairo_clip(cr);
  }
  cairo_paint_with_alpha(cr, .9);
}
static void d(double t) {
  bg();
  for (int i = 0; i < N; i++) {
    cairo_save(cr);
    cairo_translate(cr, (i % 5) * W / 5 + 8, (i / 5) * H / 2 + 20);
    cairo_rectangle(cr, 0, 0, 240, 240);
    cairo_clip(cr);
    grp(i, 0, t);
    cairo_restore(cr);
  }
}
static void e(double t) {
  bg();
  double cw = W / 20., ch = H / 10.;
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    cairo_save(cr);
    cairo_translate(cr, (i % 20) * cw + 4, (i / 20) * ch + 4);
    cairo_pattern_t *p = cairo_pattern_create_linear(0, 0, 0, ch - 8);
    cairo_pattern_add_color_stop_rgb(p, 0, m->red, m->green, m->blue);
    cairo_pattern_add_color_stop_rgb(p, 1, .13, .13, .13);
    rr(0, 0, cw - 8, ch - 8, 10);
    cairo_set_source(cr, p);
    cairo_fill(cr);
    cairo_pattern_destroy(p);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, 6);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_arc(cr, (cw - 8) / 2, (ch - 8) / 2, (ch - 8) * .35, -M_PI / 2,
              -M_PI / 2 + 2 * M_PI * loop(t, 1 + m->d5));
    cairo_stroke(cr);
    cairo_restore(cr);
  }
}
static void fred(double t) {
  cairo_save(cr);
  cairo_translate(cr, W / 2, H / 2);
  cairo_rotate(cr, 2 * M_PI * loop(t, 2));
  cairo_set_source_rgb(cr, 1, 0, 0);
  cairo_rectangle(cr, -32, -32, 64, 64);
  cairo_fill(cr);
  cairo_restore(cr);
}
static void f(double t) {
  bg();
  rects(0, 0);
  fred(t);
}
static cairo_surface_t *bgs; // damage by hand: static content cached in one surface, repaint 92x92
static void fdam(double t) {
  cairo_save(cr);
  cairo_rectangle(cr, W / 2 - 46, H / 2 - 46, 92, 92);
  cairo_clip(cr);
  cairo_set_source_surface(cr, bgs, 0, 0);
  cairo_paint(cr);
  fred(t);
  cairo_restore(cr);
}
static void g(double t) {
  bg();
  double y = -(2250 - H) * loop(t, 10);
  cairo_set_source_rgb(cr, .93, .93, .93);
  cairo_select_font_face(cr, "DejaVu Sans", 0, 0);
  cairo_set_font_size(cr, 12);
  char l[32];
  for (int i = 0; i < N; i++) {
    double yy = (i / 16) * 18 + y;
    if (yy < -18 || yy > H)
      continue;
    snprintf(l, 32, "Label %04d", i);
    cairo_move_to(cr, (i % 16) * W / 16, yy + 12);
    cairo_show_text(cr, l);
  }
}
static void begin(void (*fn)(double), double t) {
  fn(t);
}
static void (*cur)(double);
static void frame(double t) {
  begin(cur, t);
  cairo_surface_flush(s);
}
int main(int ac, char **av) {
  const char *sc = av[1];
  N = atoi(av[2]);
  W = atoi(av[3]);
  H = atoi(av[4]);
  int F = atoi(av[5]);
  mkitems(N);
  s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, W, H);
  cr = cairo_create(s);
  if (*sc == 'c')
    for (int i = 0; i < 8; i++) {
      char fn[300];
      snprintf(fn, 300, "%s/tex%d.png", getenv("TEXDIR") ? getenv("TEXDIR") : ".", i);
      tex[i] = cairo_image_surface_create_from_png(fn);
    }
  if (*sc == 'b') {
    cairo_surface_t *m = cairo_image_surface_create(CAIRO_FORMAT_A8, 208, 148);
    unsigned char *p = cairo_image_surface_get_data(m);
    int st = cairo_image_surface_get_stride(m);
    for (int y = 0; y < 148; y++)
      for (int x = 0; x < 208; x++) {
        double dx = fmax(fabs(x - 104.) - 68, 0), dy = fmax(fabs(y - 74.) - 38, 0),
               sd = hypot(dx, dy) - 12, u = fmin(fmax(.5 - sd / 32, 0), 1);
        p[y * st + x] = 255 * u * u * (3 - 2 * u);
      }
    cairo_surface_mark_dirty(m);
    shadow = cairo_pattern_create_for_surface(m);
  }
  cur = *sc == 'a'                ? a
        : *sc == 'b'              ? b
        : *sc == 'c'              ? c
        : *sc == 'd'              ? d
        : *sc == 'e'              ? e
        : *sc == 'g'              ? g
        : !strcmp(sc, "f_damage") ? fdam
                                  : f;
  if (!strcmp(sc, "a_noaa"))
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
  if (cur == fdam) {
    bg();
    rects(0, 0);
    bgs = cairo_image_surface_create(CAIRO_FORMAT_RGB24, W, H);
    cairo_t *k = cairo_create(bgs);
    cairo_set_source_surface(k, s, 0, 0);
    cairo_paint(k);
    cairo_destroy(k);
  }
  run("cairo-image", sc, N, W, H, F, frame);
  if (ac > 6)
    cairo_surface_write_to_png(s, av[6]);
}
