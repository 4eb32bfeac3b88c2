#version 450
#extension GL_GOOGLE_include_directive : require
#define VARYING flat out
#include "target.glsl"
#include "instance.glsl"
#include "arc.glsl"

// A strip around what the stroke can touch: this many pieces at most, two vertices more.
const int mostPieces = 6;
// Pixels that softened edges add.
const float margin = 0.8;
const float pi = 3.14159265;

void main() {
  vec2 centre = inRect.xy + 0.5 * inRect.zw;
  float radius = inExtra.x, halfWidth = inExtra.y, halfSweep = clamp(inExtra.z, 0.0, pi);
  vec2 middle = inRadii.xy;
  place = vec4(centre - target.origin, middle);
  color = inColor;
  ring = vec4(radius, halfWidth, cos(halfSweep), sin(halfSweep));
  if (halfSweep >= pi) ring.zw = vec2(-1.0, 0.0);
  shape = vec4(inRadii.zw, inParams.x, inExtra.w);
  // Boxes no larger than that meet one edge of the line, and bend little. Which quads share a draw does
  // not matter, so that a part of a frame looks as it does in all of it.
  clipAndBoxes = ivec2(inClip, inExtra.w < 0.0 && halfWidth >= 1.4 ? 2 : 3);
  // Flat ends that reach beyond the arc leave the ring: their corners lie further out.
  float ends = inExtra.w < 0.0 ? halfWidth : length(vec2(halfWidth, inExtra.w));
  float outer = length(vec2(radius + halfWidth + inParams.x, max(inExtra.w, 0.0))) + margin;
  float inner = max(radius - halfWidth - margin, 0.0);
  float reach = ends + margin;
  float reached = halfSweep + (reach < radius ? asin(reach / radius) : pi);
  bool isWhole = reached >= pi;
  if (isWhole) reached = pi;
  int pieces = clamp(int(ceil(reached * (6.0 / pi))), 1, mostPieces);
  float step = 2.0 * reached / float(pieces);
  int i = min(gl_VertexIndex >> 1, pieces);
  // A whole one ends exactly where it begins.
  if (isWhole && i == pieces) i = 0;
  float angle = float(i) * step - reached;
  vec2 direction = cos(angle) * middle + sin(angle) * quarterTurn(middle);
  bool isOuter = (gl_VertexIndex & 1) != 0;
  vec2 pixel = centre + direction * (isOuter ? outer / cos(0.5 * step) : inner);
  gl_Position = vec4((pixel - target.middle) * target.toClipSpace, 0.0, 1.0);
  bool isVisible = radius > 0.0 && halfWidth > 0.0 && all(lessThan(abs(pixel), vec2(1e30)));
  if (!isVisible) gl_Position = vec4(-2.0, -2.0, 0.0, 1.0);
}
