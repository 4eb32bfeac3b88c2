#version 450
#extension GL_GOOGLE_include_directive : require
#include "shadow.glsl"

layout(location = 0) flat in vec4 axes;
layout(location = 1) flat in vec4 body;
layout(location = 2) flat in vec4 shade;
layout(location = 3) flat in vec4 corner;
layout(location = 4) flat in vec4 fill;
layout(location = 5) flat in vec4 border;
layout(location = 6) flat in vec4 shadow;
layout(location = 7) flat in vec3 place;
layout(location = 0) out vec4 result;

// How much of the pixel lies in the rounded rectangle, and in what its border leaves, exactly along
// straight edges. `p`: the pixel's middle about the card's, along the card's axes.
vec2 coverage(vec2 p) {
  // From the nearest middle of a corner, or straight from the edge between two.
  vec2 k = p - clamp(p, -body.xy, body.xy);
  float square = max(dot(k, k), 1e-8);
  float reach = sqrt(square), unit = 1.0 / reach;
  // How far the edge's normal, so long, runs along either axis of the pixel.
  vec2 normal = abs(axes.xy * k.x + axes.zw * k.y);
  float lesser = max(min(normal.x, normal.y), 1e-4 * reach), greater = max(normal.x, normal.y);
  vec2 d = body.zw - reach;
  // A corner of the pixel comes first, then, where the edge crosses opposite sides, all of its side.
  vec2 rest = max(0.5 * (lesser + greater) * unit - abs(d), vec2(0.0));
  vec2 curved = min(rest, vec2(lesser * unit));
  vec2 beyond = curved * (rest - 0.5 * curved) * (square / max(lesser * greater, 1e-12));
  return mix(beyond, 1.0 - beyond, greaterThan(d, vec2(0.0)));
}

// A filled rounded rectangle with a border inside its edge, over its own shadow.
void main() {
  vec2 v = gl_FragCoord.xy + place.xy;
  vec2 p = vec2(dot(axes.xy, v), dot(axes.zw, v));
  vec2 covered = coverage(p);
  vec4 paint = fill * covered.x + border * (covered.x - covered.y);
  vec2 inside = shade.zw - abs(p * place.z - shade.xy);
  vec2 box = normalShare(inside);
  float darkness = max(box.x * box.y - cutBySmallCorner(inside, corner), 0.0);
  result = paint + shadow * (darkness - darkness * paint.a);
}
