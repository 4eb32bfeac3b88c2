#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "quad.glsl"
#include "plane.glsl"

// Texture coordinate = plane point · xy + zw.
layout(location = 6) flat out vec4 texturePlace;
// Least and greatest texture coordinate that may be sampled.
layout(location = 7) flat out vec4 textureLimits;

void main() {
  Quad quad = place(0.0, 0.0);
  texturePlace.xy = inExtra.zw / inRect.zw;
  texturePlace.zw = inExtra.xy + 0.5 * inExtra.zw;
  // Half a texel inside, so that linear sampling does not read beyond the rectangle.
  vec2 inset = 0.5 / vec2(target.source.zw);
  vec2 a = inExtra.xy, b = inExtra.xy + inExtra.zw;
  vec2 low = min(a, b) + inset, high = max(a, b) - inset;
  vec2 middle = 0.5 * (a + b);
  textureLimits = vec4(min(low, middle), max(high, middle));
}
