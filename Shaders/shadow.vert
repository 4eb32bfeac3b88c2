#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "quad.glsl"
#include "plane.glsl"

layout(location = 6) flat out vec4 radii;

void main() {
  // Beyond three sigma the blur is taken for nothing.
  float sigma = max(inParams.x, 0.0);
  Quad quad = place(3.0 * sigma, sigma);
  radii = fittingRadii(quad.extent);
}
