#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "solid.glsl"

layout(location = 0) flat out vec4 color;

// Distances to all edges for edgeOffsets() as lines, so that a fragment needs two multiply-adds:
// a · x + b · y + c.
layout(location = 1) flat out vec4 lineA;
layout(location = 2) flat out vec4 lineB;
layout(location = 3) flat out vec4 lineC;
layout(location = 4) flat out vec4 edgeSlant;

void main() {
  Parallelogram p = parallelogram();
  gl_Position = clipSpace(p, softCorner(p), 0.0);
  vec4 x = vec4(p.alongAcross.x, -p.alongAcross.x, p.alongDown.x, -p.alongDown.x);
  vec4 y = vec4(p.alongAcross.y, -p.alongAcross.y, p.alongDown.y, -p.alongDown.y);
  vec4 scale = edgeScales(x, y, edgeSlant);
  lineA = x * scale;
  lineB = y * scale;
  // Left, right, top, bottom: the edge is where the coordinate is 1 away from the centre.
  lineC = scale - lineA * p.centre.x - lineB * p.centre.y;
  // An edge without antialiasing is where the rasterizer puts it: every fragment is well inside.
  bvec4 soft = notEqual(uvec4(inEdges) & uvec4(1u, 2u, 4u, 8u), uvec4(0u));
  lineA = mix(vec4(0.0), lineA, soft);
  lineB = mix(vec4(0.0), lineB, soft);
  lineC = mix(vec4(2.0), lineC, soft);
  color = inColor;
}
