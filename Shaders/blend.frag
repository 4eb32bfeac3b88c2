#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"
#include "texel.glsl"
#include "blend.glsl"

layout(location = 12) flat in int mode;
layout(location = 13) flat in vec4 weights;
layout(location = 14) flat in float both;
layout(set = 1, binding = 0) uniform sampler2D image;
layout(set = 2, binding = 0) uniform sampler2D behind;

// Straight colours: b of the backdrop, s of the source. The names and formulas are those of W3C's
// Compositing and Blending.
vec3 hardLightOf(vec3 b, vec3 s) {
  vec3 t = 2.0 * s - 1.0;
  return mix(2.0 * b * s, b + t - b * t, greaterThan(s, vec3(0.5)));
}

vec3 softLightOf(vec3 b, vec3 s) {
  vec3 curve = mix(((16.0 * b - 12.0) * b + 4.0) * b, sqrt(b), greaterThan(b, vec3(0.25)));
  vec3 t = 2.0 * s - 1.0;
  return b + t * mix(b * (1.0 - b), curve - b, greaterThan(t, vec3(0.0)));
}

// What is full or empty must be found despite the division that made colours straight.
const float full = 0.9995, none = 0.0005;

vec3 dodgeOf(vec3 b, vec3 s) {
  vec3 c = mix(min(b / (1.0 - s), vec3(1.0)), vec3(1.0), greaterThan(s, vec3(full)));
  return mix(c, vec3(0.0), lessThan(b, vec3(none)));
}

vec3 burnOf(vec3 b, vec3 s) {
  vec3 c = mix(1.0 - min((1.0 - b) / s, vec3(1.0)), vec3(0.0), lessThan(s, vec3(none)));
  return mix(c, vec3(1.0), greaterThan(b, vec3(full)));
}

vec3 separable(vec3 b, vec3 s) {
  vec3 c = mode == multiply ? b * s : b + s - b * s;
  c = mode == overlay ? hardLightOf(s, b) : mode == hardLight ? hardLightOf(b, s) : c;
  c = mode == darken ? min(b, s) : mode == lighten ? max(b, s) : c;
  c = mode == colorDodge ? dodgeOf(b, s) : mode == colorBurn ? burnOf(b, s) : c;
  c = mode == softLight ? softLightOf(b, s) : mode == difference ? abs(b - s) : c;
  return mode == exclusion ? b + s - 2.0 * b * s : c;
}

float lightness(vec3 c) {
  return dot(c, vec3(0.3, 0.59, 0.11));
}
float least(vec3 c) {
  return min(c.r, min(c.g, c.b));
}
float most(vec3 c) {
  return max(c.r, max(c.g, c.b));
}

vec3 withLightness(vec3 c, float l) {
  c += l - lightness(c);
  float low = least(c), high = most(c);
  c = low < 0.0 ? l + (c - l) * (l / (l - low)) : c;
  return high > 1.0 ? l + (c - l) * ((1.0 - l) / (high - l)) : c;
}

vec3 withSaturation(vec3 c, float s) {
  float low = least(c), range = most(c) - low;
  return range > 0.0 ? (c - low) * (s / range) : vec3(0.0);
}

vec3 ofColor(vec3 b, vec3 s) {
  float of = most(mode == hue ? b : s) - least(mode == hue ? b : s);
  vec3 c = mode == hue || mode == saturation ? withSaturation(mode == hue ? s : b, of)
    : mode == colorOnly ? s : b;
  return withLightness(c, lightness(mode == saturation || mode == colorOnly || mode == hue ? b : s));
}

// One pipeline for all modes: what some drivers need to work out all of them is less than the time
// they would need to compile more.
vec4 mixed(vec4 b, vec4 s) {
  vec4 sum = s * (weights.x + weights.y * b.a) + b * (weights.z + weights.w * s.a);
  sum = clamp(sum - both * s.a * b.a, vec4(0.0), vec4(1.0));
  vec3 straightB = b.a > 0.0 ? min(b.rgb / b.a, vec3(1.0)) : vec3(0.0);
  vec3 straightS = s.a > 0.0 ? min(s.rgb / s.a, vec3(1.0)) : vec3(0.0);
  vec3 c = mode < hue ? separable(straightB, straightS) : ofColor(straightB, straightS);
  vec4 other = vec4(
    s.rgb * (1.0 - b.a) + b.rgb * (1.0 - s.a) + s.a * b.a * c, s.a + b.a - s.a * b.a);
  return mode < 0 || mode >= plusLighter ? sum : other;
}

// The result of an earlier pass, mixed with what is behind.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec4 distances = edgeDistances(point, vec2(planeX.w, planeY.w), edgeScale);
  float coverage = boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale);
  vec4 s = texelUnder(image, target.source, pixel);
  s = ((target.reading & 1) != 0 ? s.aaaa : s) * color * coverage;
  vec4 b = texelUnder(behind, target.backdrop, pixel);
  // Edges belong to the source; beyond a clip nothing changes.
  result = mix(b, mixed(b, s), clipCoverage(pixel));
}
