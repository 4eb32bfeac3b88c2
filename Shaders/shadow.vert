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
// How the blurred corners are summed: corners to look at, points per corner.
layout(location = 13) flat out ivec2 work;

void main() {
  // Beyond three sigma the blur is taken for nothing.
  float sigma = max(inParams.x, 0.0);
  Quad quad = place(3.0 * sigma, sigma);
  radii = fittingRadii(quad.extent);
  float largest = max(max(radii.x, radii.y), max(radii.z, radii.w));
  // Corners further apart than the blur reaches are felt one at a time.
  bool apart = min(quad.extent.x, quad.extent.y) - largest > 2.7 * sigma;
  work.x = largest <= 0.0 ? 0 : apart ? 1 : 4;
  // Enough for an error of about 1 % by ratio of radius to sigma; see cutCorner().
  work.y = largest < sigma ? 2 : largest < 4.0 * sigma ? 3 : 4;
}
