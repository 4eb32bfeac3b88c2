#version 450
#extension GL_GOOGLE_include_directive : require
#include "coverage.glsl"

// A rectangle of one colour with antialiased edges, at least two pixels wide and high.
layout(location = 0) flat in vec4 color;
layout(location = 1) noperspective in vec2 place;
layout(location = 2) flat in vec4 edgeAndEnd;
layout(location = 3) flat in vec2 root;
layout(location = 0) out vec4 result;

void main() {
  vec2 covered = edgeCoverage(place, edgeAndEnd.xy, edgeAndEnd.zw, root);
  result = color * (covered.x * covered.y);
}
