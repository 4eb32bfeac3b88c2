#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"

// A rectangle of one colour with antialiased edges.
layout(location = 0) flat in vec4 color;
layout(location = 1) flat in vec4 lineA;
layout(location = 2) flat in vec4 lineB;
layout(location = 3) flat in vec4 lineC;
layout(location = 4) flat in vec4 edgeSlant;
layout(location = 0) out vec4 result;

void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec4 distances = lineA * pixel.x + lineB * pixel.y + lineC;
  result = color * boxCoverage(edgeOffsets(distances, edgeSlant));
}
