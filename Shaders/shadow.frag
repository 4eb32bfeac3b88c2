#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"

layout(location = 6) flat in vec4 radii;

// The share of a normal distribution below t standard deviations. The error function is formula
// 7.1.27 of Abramowitz and Stegun, error below 5e-4.
vec4 normalShare(vec4 t) {
  vec4 a = abs(t) * 0.70710678;
  vec4 p = 1.0 + a * (0.278393 + a * (0.230389 + a * (0.000972 + a * 0.078108)));
  p *= p;
  return 0.5 + 0.5 * sign(t) * (1.0 - 1.0 / (p * p));
}
float normalShare(float t) {
  return normalShare(vec4(t)).x;
}

// How much of the blurred sharp-cornered rectangle belongs to what a round corner cuts off.
// `p`: distances from the corner's two edges, inside positive, in units of sigma, as the radius.
//
// Across the nearer edge the integral is closed; along the other it is a five-point Gauss-Legendre
// sum over the part of the corner within reach, scaled so that the weight itself comes out exactly.
float cutCorner(vec2 p, float radius) {
  float across = min(p.x, p.y), along = max(p.x, p.y);
  float low = max(along - 2.7, 0.0), high = min(along + 2.7, radius);
  if (high <= low || across > radius + 3.0 || across < -3.5) return 0.0;
  const float node[5] = float[](-0.9061798, -0.5384693, 0.0, 0.5384693, 0.9061798);
  const float weight[5] = float[](0.2369269, 0.4786287, 0.5688889, 0.4786287, 0.2369269);
  float sum = 0.0, total = 0.0;
  for (int i = 0; i < 5; i++) {
    float v = 0.5 * (low + high) + 0.5 * (high - low) * node[i];
    float arc = radius - sqrt(max(v * (2.0 * radius - v), 0.0));
    float g = weight[i] * exp(-0.5 * (v - along) * (v - along));
    total += g;
    sum += g * normalShare(arc - across);
  }
  vec4 share = normalShare(vec4(-across, radius - along, -along, 0.0));
  return total > 1e-9 ? (sum / total - share.x) * (share.y - share.z) : 0.0;
}

// A rounded rectangle under a Gaussian blur; sigma 0 is the sharp silhouette.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec2 extent = vec2(planeX.w, planeY.w);
  float sigma = planeW.w;
  float coverage;
  if (sigma <= 0.0) {
    coverage = min(
      boxCoverage(edgeDistances(point, extent, edgeScale), edgeScale),
      cornerCoverage(point, extent, radii, planeX.xy, planeY.xy, planeW.xy));
  } else {
    vec2 q = point.xy / point.z;
    // A pixel averages over its own width, which has a variance of 1/12.
    vec2 dx = (planeX.xy - q.x * planeW.xy) / point.z, dy = (planeY.xy - q.y * planeW.xy) / point.z;
    vec2 perSigma = inversesqrt(sigma * sigma + vec2(dot(dx, dx), dot(dy, dy)) / 12.0);
    vec4 share = normalShare(
      vec4((q + extent) * perSigma, (q - extent) * perSigma));
    vec2 box = share.xy - share.zw;
    coverage = box.x * box.y;
    if (max(max(radii.x, radii.y), max(radii.z, radii.w)) > 0.0) {
      float scale = min(perSigma.x, perSigma.y);
      vec2 low = (q + extent) * perSigma, high = (extent - q) * perSigma;
      coverage -= cutCorner(low, radii.x * scale);
      coverage -= cutCorner(vec2(high.x, low.y), radii.y * scale);
      coverage -= cutCorner(vec2(low.x, high.y), radii.z * scale);
      coverage -= cutCorner(high, radii.w * scale);
      coverage = max(coverage, 0.0);
    }
  }
  if (clip >= 0) coverage *= clipCoverage(clip, pixel);
  result = color * coverage;
}
