#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"

// The batch may hold shadows without blur.
layout(constant_id = 1) const bool sharp = true;
// Not 0: all of the batch look at one corner, at so many points; the loops are unrolled then.
layout(constant_id = 2) const int pointsOfOne = 0;

layout(location = 12) flat in vec4 radii;
layout(location = 13) flat in ivec2 work;

// The share of a normal distribution below t standard deviations: an odd polynomial fitted to
// ±2.9, error below 2e-4.
vec4 normalShare(vec4 t) {
  t = clamp(t, vec4(-2.9), vec4(2.9));
  vec4 s = t * t;
  return 0.5
    + t * (0.398152 + s * (-0.0643824 + s * (0.00835663 + s * (-0.000645193 + s * 2.15633e-5))));
}
float normalShare(float t) {
  return normalShare(vec4(t)).x;
}

// How much of the blurred sharp-cornered rectangle belongs to what a round corner cuts off.
// `p`: distances from the corner's two edges, inside positive, in units of sigma, as the radius.
//
// Across the nearer edge the integral is closed; along the other it is a midpoint sum over the part
// of the corner within reach, scaled so that the weight itself comes out exactly.
float cutCorner(vec2 p, float radius, int points) {
  float across = min(p.x, p.y), along = max(p.x, p.y);
  float low = max(along - 2.7, 0.0), high = min(along + 2.7, radius);
  float step = (high - low) / float(pointsOfOne > 0 ? pointsOfOne : points);
  float v = low + 0.5 * step;
  float sum = 0.0, total = 0.0;
  for (int i = 0; i < (pointsOfOne > 0 ? pointsOfOne : points); i++) {
    float arc = radius - sqrt(max(v * (2.0 * radius - v), 0.0));
    float g = exp(-0.5 * (v - along) * (v - along));
    total += g;
    sum += g * normalShare(arc - across);
    v += step;
  }
  vec4 share = normalShare(vec4(-across, radius - along, -along, 0.0));
  bool felt = high > low && across < radius + 3.0 && total > 1e-9;
  return felt ? (sum / total - share.x) * (share.y - share.z) : 0.0;
}

float blurred(vec2 q, vec2 extent, vec2 perSigma) {
  vec4 share = normalShare(vec4((q + extent) * perSigma, (q - extent) * perSigma));
  vec2 box = share.xy - share.zw;
  float coverage = box.x * box.y;
  float scale = min(perSigma.x, perSigma.y);
  for (int i = 0; i < (pointsOfOne > 0 ? 1 : work.x); i++) {
    vec2 side = pointsOfOne > 0 || work.x == 1
      ? mix(vec2(-1.0), vec2(1.0), greaterThan(q, vec2(0.0)))
      : vec2((i & 1) * 2 - 1, (i & 2) - 1);
    vec2 pair = side.y < 0.0 ? radii.xy : radii.zw;
    float radius = side.x < 0.0 ? pair.x : pair.y;
    coverage -= cutCorner((extent - side * q) * perSigma, radius * scale, work.y);
  }
  return max(coverage, 0.0);
}

// A rounded rectangle under a Gaussian blur; sigma 0 is the sharp silhouette.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec2 extent = vec2(planeX.w, planeY.w);
  float sigma = planeW.w;
  float coverage;
  if (sharp) {
    vec4 distances = edgeDistances(point, extent, edgeScale);
    coverage = min(
      boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale),
      cornerCoverage(point, extent, radii, planeX.xy, planeY.xy, planeW.xy));
  }
  if (!sharp || sigma > 0.0) {
    vec2 q = point.xy / point.z;
    // A pixel averages over its own width, which has a variance of 1/12.
    vec2 dx = (planeX.xy - q.x * planeW.xy) / point.z, dy = (planeY.xy - q.y * planeW.xy) / point.z;
    vec2 pixelVariance = vec2(dot(dx, dx), dot(dy, dy)) / 12.0;
    coverage = blurred(q, extent, inversesqrt(sigma * sigma + pixelVariance));
  }
  coverage *= clipCoverage(pixel);
  result = color * coverage;
}
