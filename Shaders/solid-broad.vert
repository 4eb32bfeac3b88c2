#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "solid.glsl"

layout(location = 0) flat out vec4 color;
// What edgeCoverage() asks for.
layout(location = 1) noperspective out vec2 place;
layout(location = 2) flat out vec4 edgeAndEnd;
layout(location = 3) flat out vec2 root;

// For batches whose quads have all edges antialiased, or none, and are so wide that no pixel meets
// two opposite edges: what the farther one covers need not be asked.
void main() {
  Parallelogram p = parallelogram();
  vec2 c = softCorner(p);
  gl_Position = clipSpace(p, c, 0.0);
  vec2 unit;
  broadEdges(p, unit, edgeAndEnd, root);
  place = vec2(dot(p.alongAcross, c), dot(p.alongDown, c)) * unit;
  color = inColor;
}
