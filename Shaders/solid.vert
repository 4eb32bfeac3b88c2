#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "instance.glsl"
#include "coverage.glsl"
#include "quad.glsl"

// False where the batch needs no antialiasing and the rasterizer decides about all edges.
layout(constant_id = 0) const bool antialiased = true;

layout(location = 0) flat out vec4 color;

// Distances to all edges for edgeOffsets() as lines, so that a fragment needs two multiply-adds:
// a · x + b · y + c.
layout(location = 1) flat out vec4 lineA;
layout(location = 2) flat out vec4 lineB;
layout(location = 3) flat out vec4 lineC;
layout(location = 4) flat out vec4 edgeSlant;

void main() {
  Quad quad = placeQuad(0.0, antialiased ? 1.0 : 0.0, gl_Position);
  vec4 scale = max(quad.edgeScale, vec4(0.0));
  vec2 x = quad.extent * quad.w.x, y = quad.extent * quad.w.y, z = quad.extent * quad.w.z;
  lineA = vec4(x.x + quad.x.x, x.x - quad.x.x, x.y + quad.y.x, x.y - quad.y.x) * scale;
  lineB = vec4(y.x + quad.x.y, y.x - quad.x.y, y.y + quad.y.y, y.y - quad.y.y) * scale;
  lineC = vec4(z.x + quad.x.z, z.x - quad.x.z, z.y + quad.y.z, z.y - quad.y.z) * scale;
  // An edge without antialiasing is where the rasterizer puts it: every fragment is well inside.
  lineC = mix(lineC, vec4(2.0), lessThan(quad.edgeScale, vec4(0.0)));
  edgeSlant = quad.edgeSlant;
  color = inColor;
}
