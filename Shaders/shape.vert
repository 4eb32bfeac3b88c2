#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "coverage.glsl"
#include "quad.glsl"
#include "clips.glsl"
#include "plane.glsl"

layout(location = 13) flat out vec4 radii;
layout(location = 14) flat out vec4 borderColor;
layout(location = 15) flat out int flows;

void main() {
  Quad quad = place(0.0, max(inParams.x, 0.0));
  radii = fittingRadii(quad.extent);
  borderColor = inExtra;
  flows = isContinuous() ? 1 : 0;
}
