// GTK4/GSK peer: builds the per-frame render-node tree (content nodes cached, only
// transform/opacity wrappers rebuilt) and renders it to a texture. usage: gskbench
// gl|cairo|ngl|vulkan SCENE N W H FRAMES [out.png]
#include <gtk/gtk.h>
#include <gsk/gl/gskglrenderer.h>
#include <epoxy/gl.h>
#include "scene.h"
static int N, W, H, isgl;
static GskRenderer *R;
static GskRenderNode **leaf, *bgn, *ftree;
static GdkTexture *tex[8], *last;
static GskRenderNode **kids;
static GskRenderNode *colr(double rr, double g, double b, double a, double x, double y, double w,
                           double h) {
  GdkRGBA c = {rr, g, b, a};
  graphene_rect_t q = GRAPHENE_RECT_INIT(x, y, w, h);
  return gsk_color_node_new(&c, &q);
}
static GskRenderNode *xf(GskRenderNode *n, double x, double y, double an, double sc) {
  graphene_point_t p = GRAPHENE_POINT_INIT(x, y);
  GskTransform *t = gsk_transform_translate(NULL, &p);
  if (an != 0)
    t = gsk_transform_rotate(t, an);
  if (sc != 1)
    t = gsk_transform_scale(t, sc, sc);
  if (!t)
    return gsk_render_node_ref(n);
  GskRenderNode *o = gsk_transform_node_new(n, t);
  gsk_transform_unref(t);
  return o;
}
static void show(GskRenderNode *root) {
  graphene_rect_t vp = GRAPHENE_RECT_INIT(0, 0, W, H);
  GdkTexture *t = gsk_renderer_render_texture(R, root, &vp);
  if (isgl) {
    gdk_gl_context_make_current(gdk_gl_context_get_current());
    glFinish();
  }
  g_clear_object(&last);
  last = t;
  gsk_render_node_unref(root);
}
static void cont(int n) {
  kids[0] = bgn;
  GskRenderNode *c = gsk_container_node_new(kids, n + 1);
  for (int i = 1; i <= n; i++)
    gsk_render_node_unref(kids[i]);
  show(c);
}
static void a(double t) {
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    kids[i + 1] = xf(leaf[i], m->x * W + 100 * loop(t, 1 + m->d6), m->y * H,
                     360 * loop(t, 2 * (1 + m->d5)), 1);
  }
  cont(N);
}
static void b(double t) {
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    GskRenderNode *o = gsk_opacity_node_new(leaf[i], .3 + .7 * loop(t, 1 + m->d5));
    kids[i + 1] = xf(o, m->x * (W - 160) + 80, m->y * (H - 100) + 50, -15 + 30 * loop(t, 1 + m->d6),
                     .8 + .4 * loop(t, 1 + m->d7));
    gsk_render_node_unref(o);
  }
  cont(N);
}
static void c(double t) {
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    kids[i + 1] = xf(leaf[i], m->x * W, m->y * H, 360 * loop(t, 2 * (1 + m->d5)),
                     .5 + .5 * loop(t, 1 + m->d6));
  }
  cont(N);
}
static GskRenderNode *grp(int ch, int k, double t) {
  GskRenderNode *q[6];
  int n = 0;
  for (int j = 0; j < 4; j++)
    q[n++] = colr(r(ch * 10 + k, j), r(j, k), .6, 1, 20 + j * 50, 15 + k * 20, 50, 50);
  if (k < 9) {
    GskRenderNode *g = grp(ch, k + 1, t);
    q[n] = xf(g, 3, 3, 0, 1);
    gsk_render_node_unref(g);
    n++;
  } else
    q[n++] = colr(1, 0, 0, 1, 200 * loop(t, 1), 100, 40, 40);
  GskRenderNode *cn = gsk_container_node_new(q, n);
  while (n)
    gsk_render_node_unref(q[--n]);
  GskRenderNode *cl;
  GskRoundedRect rr_;
  graphene_rect_t b_ = GRAPHENE_RECT_INIT(0, 0, 240, 240);
  if (k % 2 == 0) {
    gsk_rounded_rect_init_from_rect(&rr_, &b_, 40);
    cl = gsk_rounded_clip_node_new(cn, &rr_);
  } else
    cl = gsk_clip_node_new(cn, &b_);
  gsk_render_node_unref(cn);
  GskRenderNode *o = gsk_opacity_node_new(cl, .9);
  gsk_render_node_unref(cl);
  return o;
}
static void d(double t) {
  for (int i = 0; i < N; i++) {
    GskRenderNode *g = grp(i, 0, t);
    kids[i + 1] = xf(g, (i % 5) * W / 5 + 8, (i / 5) * H / 2 + 20, 0, 1);
    gsk_render_node_unref(g);
  }
  cont(N);
}
static void e(double t) {
  double cw = W / 20., chh = H / 10.;
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    graphene_rect_t q = GRAPHENE_RECT_INIT(0, 0, cw - 8, chh - 8);
    GskRenderNode *cn = gsk_cairo_node_new(&q);
    cairo_t *cr = gsk_cairo_node_get_draw_context(cn);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, 6);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_arc(cr, (cw - 8) / 2, (chh - 8) / 2, (chh - 8) * .35, -M_PI / 2,
              -M_PI / 2 + 2 * M_PI * loop(t, 1 + m->d5));
    cairo_stroke(cr);
    cairo_destroy(cr);
    GskRenderNode *two[2] = {leaf[i], cn};
    GskRenderNode *co = gsk_container_node_new(two, 2);
    gsk_render_node_unref(cn);
    kids[i + 1] = xf(co, (i % 20) * cw + 4, (i / 20) * chh + 4, 0, 1);
    gsk_render_node_unref(co);
  }
  cont(N);
}
static void f(double t) {
  GskRenderNode *sq = colr(1, 0, 0, 1, -32, -32, 64, 64);
  kids[0] = ftree;
  kids[1] = xf(sq, W / 2, H / 2, 360 * loop(t, 2), 1);
  gsk_render_node_unref(sq);
  GskRenderNode *cn = gsk_container_node_new(kids, 2);
  gsk_render_node_unref(kids[1]);
  show(cn);
}
static void g(double t) {
  double y = -(2250 - H) * loop(t, 10);
  kids[0] = bgn;
  GskRenderNode *all = xf(ftree, 0, y, 0, 1);
  kids[1] = all;
  GskRenderNode *cn = gsk_container_node_new(kids, 2);
  gsk_render_node_unref(all);
  show(cn);
}
int main(int ac, char **av) {
  const char *rd = av[1], *sc = av[2];
  N = atoi(av[3]);
  W = atoi(av[4]);
  H = atoi(av[5]);
  int F = atoi(av[6]);
  mkitems(N);
  gtk_init();
  GdkDisplay *dp = gdk_display_get_default();
  GdkSurface *sf = gdk_surface_new_toplevel(dp);
  isgl = strcmp(rd, "cairo");
  R = isgl ? gsk_gl_renderer_new() : gsk_cairo_renderer_new();
  GError *er = 0;
  if (!gsk_renderer_realize(R, sf, &er)) {
    fprintf(stderr, "%s\n", er->message);
    return 1;
  }
  leaf = calloc(N, sizeof *leaf);
  kids = calloc(N + 2, sizeof *kids);
  bgn = colr(24 / 255., 24 / 255., 28 / 255., 1, 0, 0, W, H);
  double dd = sqrt((double)W * H / N), cw = W / 20., chh = H / 10.;
  if (*sc == 'c')
    for (int i = 0; i < 8; i++) {
      char fn[300];
      snprintf(fn, 300, "%s/tex%d.png", getenv("TEXDIR") ? getenv("TEXDIR") : ".", i);
      tex[i] = gdk_texture_new_from_filename(fn, 0);
    }
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    if (*sc == 'a' || *sc == 'f')
      leaf[i] = colr(m->red, m->green, m->blue, 1, -dd / 2, -dd / 2, dd, dd);
    if (*sc == 'c') {
      double q = N <= 200 ? 128 : 48;
      graphene_rect_t b_ = GRAPHENE_RECT_INIT(-q / 2, -q / 2, q, q);
      leaf[i] = gsk_texture_node_new(tex[i % 8], &b_);
    }
    if (*sc == 'b') {
      graphene_rect_t b_ = GRAPHENE_RECT_INIT(-80, -50, 160, 100);
      GskRoundedRect rr_;
      gsk_rounded_rect_init_from_rect(&rr_, &b_, 12);
      GdkRGBA sh = {0, 0, 0, .4}, wh = {1, 1, 1, 1};
      float bw[4] = {2, 2, 2, 2};
      GdkRGBA bc[4] = {wh, wh, wh, wh};
      GskRenderNode *q[3];
      q[0] = gsk_outset_shadow_node_new(&rr_, &sh, 0, 4, 0, 16);
      GskRenderNode *fl = colr(m->red, m->green, m->blue, .8, -80, -50, 160, 100);
      q[1] = gsk_rounded_clip_node_new(fl, &rr_);
      gsk_render_node_unref(fl);
      q[2] = gsk_border_node_new(&rr_, bw, bc);
      leaf[i] = gsk_container_node_new(q, 3);
    }
    if (*sc == 'e') {
      graphene_rect_t b_ = GRAPHENE_RECT_INIT(0, 0, cw - 8, chh - 8);
      GskRoundedRect rr_;
      gsk_rounded_rect_init_from_rect(&rr_, &b_, 10);
      GskColorStop st[2] = {{0, {m->red, m->green, m->blue, 1}}, {1, {.13, .13, .13, 1}}};
      graphene_point_t p0 = GRAPHENE_POINT_INIT(0, 0), p1 = GRAPHENE_POINT_INIT(0, chh - 8);
      GskRenderNode *gr = gsk_linear_gradient_node_new(&b_, &p0, &p1, st, 2);
      leaf[i] = gsk_rounded_clip_node_new(gr, &rr_);
    }
  }
  if (*sc == 'f') {
    GskRenderNode **k = malloc(sizeof *k * (N + 1));
    k[0] = bgn;
    for (int i = 0; i < N; i++)
      k[i + 1] = xf(leaf[i], items[i].x * W, items[i].y * H, 360 * items[i].d5, 1);
    ftree = gsk_container_node_new(k, N + 1);
  }
  if (*sc == 'g') {
    GskRenderNode **k = malloc(sizeof *k * N);
    PangoContext *pc = pango_font_map_create_context(pango_cairo_font_map_get_default());
    PangoLayout *l = pango_layout_new(pc);
    PangoFontDescription *fd = pango_font_description_from_string("DejaVu Sans");
    pango_font_description_set_absolute_size(fd, 12 * PANGO_SCALE);
    pango_layout_set_font_description(l, fd);
    char tx[32];
    for (int i = 0; i < N; i++) {
      snprintf(tx, 32, "Label %04d", i);
      pango_layout_set_text(l, tx, -1);
      GtkSnapshot *s = gtk_snapshot_new();
      GdkRGBA w = {.93, .93, .93, 1};
      gtk_snapshot_append_layout(s, l, &w);
      GskRenderNode *tn = gtk_snapshot_free_to_node(s);
      k[i] = xf(tn, (i % 16) * W / 16, (i / 16) * 18, 0, 1);
    }
    ftree = gsk_container_node_new(k, N);
  }
  char nm[40];
  snprintf(nm, 40, "gtk4-%s", rd);
  run(nm, sc, N, W, H, F,
      *sc == 'a'   ? a
      : *sc == 'b' ? b
      : *sc == 'c' ? c
      : *sc == 'd' ? d
      : *sc == 'e' ? e
      : *sc == 'f' ? f
                   : g);
  if (ac > 7)
    gdk_texture_save_to_png(last, av[7]);
  _Exit(0);
}
