#version 450
#extension GL_GOOGLE_include_directive : require
#define VARYING flat in
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "arc.glsl"

layout(location = 0) out vec4 result;

// How much of a box of this side, as a part of the pixel, lies within a curve. `d`: the distance of the box's centre
// from the curve, inside positive; `n`: the components of the curve's normal, without signs; `bend`: its
// curvature, positive where it bends away from the outside. The curve is taken for its tangent, less what
// lies between the two along the tangent's way through the box.
float boxArea(float side, float d, vec2 n, float bend) {
  float a = max(n.x, n.y), b = max(min(n.x, n.y), 1e-3);
  float scale = 1.0 / (a * b);
  float rest = max(0.5 * side * (a + b) - abs(d), 0.0);
  float corner = min(rest, side * b);
  float beyond = corner * (rest - 0.5 * corner) * scale;
  float chord = corner * scale;
  return (d > 0.0 ? side * side - beyond : beyond) - chord * chord * chord * bend * (1.0 / 24.0);
}

// A line along an arc of a circle.
//
// The arc is the same on both sides of its middle, so that there is one end to look at: the nearer one.
void main() {
  vec2 at = gl_FragCoord.xy - place.xy, middle = place.zw, across = quarterTurn(middle);
  float halfWidth = ring.y;
  // A Bézier curve of a quarter lies outside of its circle, by the angle from where it begins.
  vec2 p = vec2(dot(at, middle), dot(at, across));
  vec2 twice = vec2(p.x * p.x - p.y * p.y, 2.0 * p.x * p.y) / max(dot(p, p), 1e-12);
  float four = dot(vec2(twice.x * twice.x - twice.y * twice.y, 2.0 * twice.x * twice.y), shape.xy);
  float radius = ring.x + shape.z * (1.0 - four * four) * (1.0 + 0.428 * four);
  vec2 endMiddle = ring.z * middle, endAcross = ring.w * across;
  int boxes = any ? clipAndBoxes.y : 2;
  float side = 1.0 / float(boxes);
  float covered = 0.0;
  int i = 0;
  // Tested at the end: some drivers run a loop's body once more than needed otherwise.
  do {
    vec2 q = at + (vec2(i % boxes, i / boxes) + 0.5) * side - 0.5;
    float y = dot(q, across);
    vec2 end = endMiddle + (y < 0.0 ? -endAcross : endAcross);
    // How far before the line from the centre through the end.
    float before = ring.w * dot(q, middle) - ring.z * abs(y);
    bool isRing = before >= 0.0;
    vec2 from = isRing ? q : q - radius * end;
    float reach = max(length(from), 1e-4);
    vec2 n = abs(from) / reach;
    float d = halfWidth - (isRing ? abs(reach - radius) : reach);
    float bend = (isRing && reach < radius ? -1.0 : 1.0) / reach;
    if (any) {
      bool isFlat = shape.w >= 0.0, isStraight = isFlat && !isRing;
      n = isStraight ? abs(end) : n;
      d = isStraight ? halfWidth - abs(dot(q, end) - radius) : d;
      bend = isStraight ? 0.0 : bend;
      float part = boxArea(side, before + shape.w, abs(end.yx), 0.0) * float(boxes * boxes);
      covered += boxArea(side, d, n, bend) * (isFlat ? part : 1.0);
    } else {
      covered += boxArea(side, d, n, bend);
    }
    i++;
  } while (i < boxes * boxes);
  covered = clamp(covered, 0.0, 1.0);
  if (any) covered *= chainCoverage(clipAndBoxes.x, gl_FragCoord.xy + target.origin);
  result = color * covered;
}
