// shared, deterministic scene numbers: every peer draws the same primitives (see ../README.md)
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/resource.h>
static inline double r(int i, int k) {
  double v = fabs(sin(i * 12.9898 + k * 78.233) * 43758.5453);
  return v - floor(v);
}
static inline double loop(double t, double dur) {
  double u = t / dur;
  return u - floor(u);
}
static inline double cpu_ms(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
         (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-3;
}
static inline double wall_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
static int cmpd_(const void *a, const void *b) {
  double x = *(double *)a, y = *(double *)b;
  return x < y ? -1 : x > y;
}
// run F frames of draw(t); prints the JSON line
static inline void run(const char *peer, const char *scene, int N, int W, int H, int F,
                       void (*draw)(double)) {
  for (int i = 0; i < 5; i++)
    draw(i / 60.0);
  double *w = malloc(F * sizeof *w), c = cpu_ms(), t0 = wall_ms();
  for (int i = 0; i < F; i++) {
    double a = wall_ms();
    draw((i + 5) / 60.0);
    w[i] = wall_ms() - a;
  }
  c = (cpu_ms() - c) / F;
  t0 = (wall_ms() - t0) / F;
  qsort(w, F, sizeof *w, cmpd_);
  printf("{\"peer\":\"%s\",\"scene\":\"%s\",\"N\":%d,\"W\":%d,\"H\":%d,\"frames\":%d,\"cpu_ms\":%."
         "3f,\"wall_ms\":%.3f,\"wall_p50\":%.3f,\"wall_p99\":%.3f}\n",
         peer, scene, N, W, H, F, c, t0, w[F / 2], w[F * 99 / 100]);
  fflush(stdout);
}
// scene numbers, precomputed once so peers do not pay for them per frame
typedef struct {
  double x, y, red, green, blue, d5, d6, d7;
} Item;
static Item *items;
static inline void mkitems(int N) {
  items = malloc(sizeof(Item) * N);
  for (int i = 0; i < N; i++)
    items[i] = (Item){r(i, 0), r(i, 1), r(i, 2), r(i, 3), r(i, 4), r(i, 5), r(i, 6), r(i, 7)};
}
