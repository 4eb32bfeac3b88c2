#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "picture.glsl"

layout(location = 0) noperspective out vec2 coordinate;
layout(location = 1) flat out vec4 limits;
layout(location = 2) flat out vec4 color;

void main() {
  Parallelogram p = parallelogram();
  // Places edges as picture.vert does, to the last bit.
  vec2 c = softCorner(p);
  gl_Position = clipSpace(p, c, 0.0);
  coordinate = textureCoordinate(p, c);
  limits = inLimits;
  color = inColor;
}
