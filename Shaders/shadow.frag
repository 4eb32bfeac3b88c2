#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"
#include "shadow.glsl"

// The batch may hold shadows without blur.
layout(constant_id = 1) const bool sharp = true;
// All of the batch have corners that are small and felt one at a time.
layout(constant_id = 2) const bool ofCards = false;

layout(location = 12) flat in vec4 radii;
layout(location = 13) flat in ivec2 work;

// How much of the blurred sharp-cornered rectangle belongs to what a large round corner cuts off.
// `p`: distances from the corner's two edges, inside positive, in units of sigma, as the radius.
//
// Across the nearer edge the integral is closed; along the other it is a midpoint sum over the part
// of the corner within reach, scaled so that the weight itself comes out exactly.
float cutByLargeCorner(vec2 p, float radius, int points) {
  float across = min(p.x, p.y), along = max(p.x, p.y);
  float low = max(along - 2.7, 0.0), high = min(along + 2.7, radius);
  float step = (high - low) / float(points);
  float v = low + 0.5 * step;
  float sum = 0.0, total = 0.0;
  for (int i = 0; i < points; i++) {
    float arc = radius - sqrt(max(v * (2.0 * radius - v), 0.0));
    float g = exp(-0.5 * (v - along) * (v - along));
    total += g;
    sum += g * normalShare(vec2(arc - across)).x;
    v += step;
  }
  vec2 ends = normalShare(vec2(radius - along, -along));
  bool felt = high > low && across < radius + 3.0 && total > 1e-9;
  float straight = normalShare(vec2(-across)).x;
  return felt ? (sum / total - straight) * (ends.x - ends.y) : 0.0;
}

float cutCorner(vec2 p, float radius) {
  float small = cutBySmallCorner(p, smallCorner(radius));
  if (ofCards) return small;
  float large = cutByLargeCorner(p, radius, work.y);
  return work.y == 0 ? small : large;
}

float blurred(vec2 q, vec2 extent, vec2 perSigma) {
  float scale = min(perSigma.x, perSigma.y);
  // Edges and the corner that are nearest: the others are too far to be felt, or far enough for all.
  vec2 inside = (extent - abs(q)) * perSigma;
  vec2 box = normalShare(inside);
  if (!ofCards) {
    vec2 both = normalShare((q + extent) * perSigma) - normalShare((q - extent) * perSigma);
    box = work.x == 1 ? box : both;
  }
  float coverage = box.x * box.y;
  if (ofCards) return max(coverage - cutCorner(inside, nearestRadius(q, radii) * scale), 0.0);
  for (int i = 0; i < work.x; i++) {
    vec2 side = work.x == 1
      ? mix(vec2(-1.0), vec2(1.0), greaterThan(q, vec2(0.0)))
      : vec2((i & 1) * 2 - 1, (i & 2) - 1);
    vec2 pair = side.y < 0.0 ? radii.xy : radii.zw;
    float radius = side.x < 0.0 ? pair.x : pair.y;
    coverage -= cutCorner((extent - side * q) * perSigma, radius * scale);
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
