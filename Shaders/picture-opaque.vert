#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "picture.glsl"

layout(location = 0) noperspective out vec2 coordinate;
layout(location = 1) flat out vec4 limits;

// The part of a quad that hides what lies below: all of it where edges are hard, what antialiased
// edges do not touch otherwise.
void main() {
  Parallelogram p = parallelogram();
  bvec2 isFar = bvec2((gl_VertexIndex & 1) != 0, (gl_VertexIndex & 2) != 0);
  // As picture.vert places hard edges, to the last bit.
  vec2 c = (inEdges & 15u) == 0u ? softCorner(p, isFar) : innerCorner(p, isFar, margin);
  gl_Position = clipSpace(p, c, inDepth);
  coordinate = textureCoordinate(p, c);
  limits = inLimits;
}
