#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "coverage.glsl"
#include "quad.glsl"
#include "clips.glsl"
#include "plane.glsl"

layout(location = 12) flat out vec4 radii;
// How the blurred corners are summed: corners to look at, where all are 1 far from each other; points per
// corner, 0 where all are small.
layout(location = 13) flat out ivec2 work;

void main() {
  float sigma = max(inParams.x, 0.0);
  // Beyond three sigma the blur is taken for nothing, and that of a faint colour even before.
  float seen = clamp(2.93 + 0.36 * log(max(inColor.a, 1e-3)), 1.0, 3.0);
  Quad quad = place(seen * sigma, sigma);
  radii = fittingRadii(quad.extent);
  float largest = max(max(radii.x, radii.y), max(radii.z, radii.w));
  // Corners further apart than the blur reaches are felt one at a time.
  work.x = min(quad.extent.x, quad.extent.y) - largest > 2.95 * sigma ? 1 : 4;
  // Enough for an error of about 1 % by ratio of radius to sigma.
  work.y = largest <= 2.0 * sigma ? 0 : largest < 4.0 * sigma ? 3 : 4;
}
