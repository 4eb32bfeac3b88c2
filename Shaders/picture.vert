#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "picture.glsl"

layout(location = 0) noperspective out vec4 coordinateAndPlace;
layout(location = 1) flat out vec4 limits;
layout(location = 2) flat out vec4 color;
// What edgeCoverage() asks for.
layout(location = 3) flat out vec4 edgeAndEnd;
layout(location = 4) flat out vec2 root;
// With a depth buffer and without, corners are at the same places.
invariant gl_Position;

void main() {
  Parallelogram p = parallelogram();
  vec2 c = softCorner(p);
  gl_Position = clipSpace(p, c, inDepth);
  vec2 unit;
  broadEdges(p, unit, edgeAndEnd, root);
  coordinateAndPlace = vec4(
    textureCoordinate(p, c), vec2(dot(p.alongAcross, c), dot(p.alongDown, c)) * unit);
  limits = inLimits;
  color = inColor;
}
