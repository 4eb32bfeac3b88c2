#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "picture.glsl"

// Four corners; or a strip of ten that goes around what picture-opaque.vert draws, and reaches the
// centre where that draws nothing.
layout(constant_id = 0) const int framed = 0;

// Set in inEdges where there is an opaque part.
const uint hollow = 16u;

vec2 frameCorner(Parallelogram p) {
  int corner = (gl_VertexIndex >> 1) & 3;
  bvec2 isFar = bvec2(corner == 1 || corner == 2, corner >= 2);
  if ((gl_VertexIndex & 1) == 0) return softCorner(p, isFar);
  // A little into the opaque part, which depth keeps: no gap can open between the two.
  return (inEdges & hollow) != 0u ? innerCorner(p, isFar, margin + 0.5) : vec2(0.0);
}

layout(location = 0) noperspective out vec4 coordinateAndPlace;
layout(location = 1) flat out vec4 limits;
layout(location = 2) flat out vec4 color;
// What edgeCoverage() asks for.
layout(location = 3) flat out vec4 edgeAndEnd;
layout(location = 4) flat out vec2 root;

void main() {
  Parallelogram p = parallelogram();
  vec2 c = framed != 0 ? frameCorner(p) : softCorner(p);
  gl_Position = clipSpace(p, c, inDepth);
  vec2 unit;
  broadEdges(p, unit, edgeAndEnd, root);
  coordinateAndPlace = vec4(
    textureCoordinate(p, c), vec2(dot(p.alongAcross, c), dot(p.alongDown, c)) * unit);
  limits = inLimits;
  color = inColor;
}
