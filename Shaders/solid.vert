#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "solid.glsl"

// A rectangle of one colour whose edges the rasterizer decides.
layout(location = 0) flat out vec4 color;

void main() {
  Parallelogram p = parallelogram();
  gl_Position = clipSpace(p, hardCorner(p), 0.0);
  color = inColor;
}
