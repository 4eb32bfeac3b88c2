// E: the same evaluation as animeval.swift D, in C with vector extensions (what a C target in the
// package can reach). build: clang -O3 -march=haswell (or x86-64-v3), and plain -O3 for the SSE2
// baseline
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef float V __attribute__((vector_size(32)));
typedef int I __attribute__((vector_size(32)));
typedef struct {
  float m[4], t[2], s[2], c[4], p[4];
} Inst;
static double nowNs() {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
static unsigned seed = 12345;
static float rnd() {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) / 16777216.f;
}
static inline V flr(V x) {
  I i = __builtin_convertvector(x, I);
  V f = __builtin_convertvector(i, V);
  return f + __builtin_convertvector(f > x, V);
} // compare gives -1
static inline V rne(V x) {
  V m = (V){} + 12582912.f;
  return (x + m) - m;
}
static inline V sel(I m, V a, V b) {
  return (V)(((I)a & m) | ((I)b & ~m));
}
static inline V vmin(V a, V b) {
  return sel(a < b, a, b);
}
static inline V vmax(V a, V b) {
  return sel(a > b, a, b);
}
static inline void sincosv(V x, V *S, V *C) {
  V q = rne(x * 0.63661977f);
  V y = x - q * 1.5703125f - q * 4.8382679e-4f;
  V z = y * y;
  V s = y + y * z * ((8.3321608e-3f - 1.9515296e-4f * z) * z - 1.6666655e-1f);
  V c = 1.f - z * .5f + z * z * ((-1.3887316e-3f + 2.4433157e-5f * z) * z + 4.1666646e-2f);
  I qi = __builtin_convertvector(q, I);
  I sw = (qi & 1) != 0;
  V so = sel(sw, c, s), co = sel(sw, s, c);
  so = (V)((I)so ^ ((qi & 2) << 30));
  co = (V)((I)co ^ (((qi + 1) & 2) << 30));
  *S = so;
  *C = co;
}
static inline V expv(V x) {
  V t = x * 1.44269504f, n = rne(t), f = t - n;
  V p = 1.f +
        f * (.69314718f + f * (.24022651f + f * (.05550411f + f * (.00961813f + f * .00133336f))));
  I e = (__builtin_convertvector(n, I) + 127) << 23;
  return p * (V)e;
}
static int n;
static float *rb, *pb, *sb, *x, *y, *w, *gx, *gy, *ga, *gb;
static float *col;
static float *B(int n) {
  float *p = aligned_alloc(64, (n * 4 + 63) / 64 * 64);
  memset(p, 0, n * 4);
  return p;
}
static void eval(float t, Inst *o) {
  V one = (V){} + 1.f, zero = {};
  for (int i = 0; i < n; i += 8) {
#define L(p) (*(V *)((p) + i))
    V u = (t - L(rb)) * .5f, f = u - flr(u), r = f * f * (3.f - 2.f * f) * 6.28f;
    V v = t - L(pb), g = (v - flr(v)) * 4.f;
    V k = vmin(g, one) * 60.f - vmin(vmax(g - 1.f, zero), one) * 40.f +
          vmin(vmax(g - 2.f, zero), one) * 80.f - vmax(g - 3.f, zero) * 100.f;
    V X = L(x) + k, tt = t - L(sb), sk, ck;
    sincosv(tt * 12.f, &sk, &ck);
    V sc = 1.f - expv(tt * -2.4f) * ck;
    V sn, c;
    sincosv(r, &sn, &c);
    c *= sc;
    sn *= sc;
    V GA = L(ga), GB = L(gb), Y = L(y);
    V a = GA * c - GB * sn, b = GB * c + GA * sn, tx = GA * X - GB * Y + L(gx),
      ty = GB * X + GA * Y + L(gy), W = L(w);
    for (int j = 0; j < 8; j++) {
      Inst *q = o + i + j;
      q->m[0] = a[j];
      q->m[1] = b[j];
      q->m[2] = -b[j];
      q->m[3] = a[j];
      q->t[0] = tx[j];
      q->t[1] = ty[j];
      q->s[0] = q->s[1] = W[j];
      memcpy(q->c, col + 4 * (i + j), 16);
      memset(q->p, 0, 16);
    }
  }
}
static int cmp(const void *a, const void *b) {
  double p = *(double *)a, q = *(double *)b;
  return p < q ? -1 : p > q;
}
int main() {
  int Ns[] = {1000, 10000, 50000};
  for (int q = 0; q < 3; q++) {
    n = Ns[q];
    rb = B(n);
    pb = B(n);
    sb = B(n);
    x = B(n);
    y = B(n);
    w = B(n);
    gx = B(n);
    gy = B(n);
    ga = B(n);
    gb = B(n);
    col = B(4 * n);
    for (int i = 0; i < n; i++) {
      rb[i] = rnd();
      pb[i] = rnd();
      sb[i] = rnd() - 2;
      x[i] = rnd() * 1920;
      y[i] = rnd() * 1080;
      w[i] = 10;
      ga[i] = 1;
      for (int j = 0; j < 4; j++)
        col[4 * i + j] = rnd();
    }
    Inst *o = aligned_alloc(64, (sizeof(Inst) * n + 63) / 64 * 64);
    int reps = 2000000 / n;
    double r[7];
    for (int k = 0; k < 7; k++) {
      double t0 = nowNs();
      for (int j = 0; j < reps; j++)
        eval(2 + j * .016f, o);
      r[k] = (nowNs() - t0) / reps / n;
    }
    qsort(r, 7, 8, cmp);
    printf("{\"bench\":\"E C vector "
           "extensions\",\"layers\":%d,\"ns_per_layer\":%.2f,\"min\":%.2f,\"max\":%.2f,\"us_per_"
           "frame\":%.1f,\"check\":%.3f}\n",
           n, r[3], r[0], r[6], r[3] * n / 1e3, o[7].m[0]);
  }
}
