// SDL2 renderer peer: one batched SDL_RenderGeometry call per texture, drawn into a target texture.
// usage: sdlbench RENDERER(opengl|software) SCENE N W H FRAMES
#include <SDL2/SDL.h>
#include "scene.h"
static int N, W, H;
static SDL_Renderer *R;
static SDL_Texture *target, *tex[8];
static SDL_Vertex *v;
static int *ix;
static void quad(int k, double x, double y, double an, double w, SDL_Color c) {
  double cs = cos(an) * w / 2, sn = sin(an) * w / 2;
  SDL_Vertex *q = v + 4 * k;
  float X[4] = {-1, 1, 1, -1}, Y[4] = {-1, -1, 1, 1};
  for (int j = 0; j < 4; j++) {
    q[j].position.x = x + X[j] * cs - Y[j] * sn;
    q[j].position.y = y + X[j] * sn + Y[j] * cs;
    q[j].color = c;
    q[j].tex_coord.x = X[j] * .5 + .5;
    q[j].tex_coord.y = Y[j] * .5 + .5;
  }
}
static SDL_Color col(Item *m) {
  return (SDL_Color){m->red * 255, m->green * 255, m->blue * 255, 255};
}
static void sync_(void) {
  unsigned px;
  SDL_Rect q = {0, 0, 1, 1};
  SDL_RenderReadPixels(R, &q, SDL_PIXELFORMAT_ARGB8888, &px, 4);
}
static void bg(void) {
  SDL_SetRenderDrawColor(R, 24, 24, 28, 255);
  SDL_RenderClear(R);
}
static void a(double t) {
  bg();
  double d = sqrt((double)W * H / N);
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    quad(i, m->x * W + 100 * loop(t, 1 + m->d6), m->y * H, 2 * M_PI * loop(t, 2 * (1 + m->d5)), d,
         col(m));
  }
  SDL_RenderGeometry(R, 0, v, 4 * N, ix, 6 * N);
  sync_();
}
static void f(double t) {
  bg();
  double d = sqrt((double)W * H / N);
  for (int i = 0; i < N; i++) {
    Item *m = items + i;
    quad(i, m->x * W, m->y * H, 2 * M_PI * m->d5, d, col(m));
  }
  SDL_RenderGeometry(R, 0, v, 4 * N, ix, 6 * N);
  quad(0, W / 2, H / 2, 2 * M_PI * loop(t, 2), 64, (SDL_Color){255, 0, 0, 255});
  SDL_RenderGeometry(R, 0, v, 4, ix, 6);
  sync_();
}
static void c(double t) {
  bg();
  double d = N <= 200 ? 128 : 48;
  for (int b = 0; b < 8; b++) {
    int n = 0;
    for (int i = b; i < N; i += 8) {
      Item *m = items + i;
      quad(n++, m->x * W, m->y * H, 2 * M_PI * loop(t, 2 * (1 + m->d5)),
           d * (.5 + .5 * loop(t, 1 + m->d6)), (SDL_Color){255, 255, 255, 255});
    }
    SDL_RenderGeometry(R, tex[b], v, 4 * n, ix, 6 * n);
  }
  sync_();
} // note: draws grouped by texture, z-order not kept
int main(int ac, char **av) {
  const char *rd = av[1], *sc = av[2];
  N = atoi(av[3]);
  W = atoi(av[4]);
  H = atoi(av[5]);
  int F = atoi(av[6]);
  mkitems(N);
  SDL_SetHint(SDL_HINT_RENDER_DRIVER, rd);
  SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "1");
  if (SDL_Init(SDL_INIT_VIDEO)) {
    fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  SDL_Window *w = SDL_CreateWindow("b", 0, 0, W, H, SDL_WINDOW_HIDDEN);
  R = SDL_CreateRenderer(w, -1, SDL_RENDERER_TARGETTEXTURE);
  if (!R) {
    fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  SDL_RendererInfo ri;
  SDL_GetRendererInfo(R, &ri);
  target = SDL_CreateTexture(R, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, W, H);
  SDL_SetRenderTarget(R, target);
  for (int b = 0; b < 8; b++) {
    unsigned *p = malloc(256 * 256 * 4);
    for (int i = 0; i < 65536; i++)
      p[i] = 0xff000000 | (i * 2654435761u >> 8);
    tex[b] = SDL_CreateTexture(R, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, 256, 256);
    SDL_UpdateTexture(tex[b], 0, p, 1024);
    SDL_SetTextureBlendMode(tex[b], SDL_BLENDMODE_BLEND);
  }
  v = malloc(sizeof *v * 4 * (N + 1));
  ix = malloc(sizeof(int) * 6 * (N + 1));
  for (int i = 0; i <= N; i++) {
    int q[6] = {0, 1, 2, 0, 2, 3};
    for (int j = 0; j < 6; j++)
      ix[6 * i + j] = 4 * i + q[j];
  }
  char nm[64];
  snprintf(nm, 64, "sdl2-%s", ri.name);
  run(nm, sc, N, W, H, F, *sc == 'a' ? a : *sc == 'c' ? c : f);
  _Exit(0);
}
