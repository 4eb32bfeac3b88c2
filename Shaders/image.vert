#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "coverage.glsl"
#include "quad.glsl"
#include "clips.glsl"
#include "plane.glsl"

// Texture coordinate = plane point · xy + zw.
layout(location = 12) flat out vec4 texturePlace;
// Least and greatest texture coordinate that may be sampled.
layout(location = 13) flat out vec4 textureLimits;

void main() {
  Quad quad = place(0.0, inParams.x);
  vec2 texel = 1.0 / vec2(target.source.xy), used = vec2(target.source.zw) * texel;
  vec2 origin = vec2(target.sourceOrigin) * texel;
  vec2 a = origin + inExtra.xy * used, size = inExtra.zw * used;
  texturePlace = vec4(size / inRect.zw, a + 0.5 * size);
  texturePlace.zw += nearestBias(
    vec2(quad.x.x, quad.y.x) * texturePlace.xy, vec2(quad.x.y, quad.y.y) * texturePlace.xy);
  // Half a texel inside, so that linear sampling does not read beyond the limits or the bitmap.
  vec2 c = origin + inRadii.xy * used, d = c + inRadii.zw * used;
  vec2 low = min(c, d) + 0.5 * texel, high = max(c, d) - 0.5 * texel;
  vec2 middle = 0.5 * (c + d);
  textureLimits = clamp(
    vec4(min(low, middle), max(high, middle)), (origin + 0.5 * texel).xyxy,
    (origin + used - 0.5 * texel).xyxy);
  if ((target.reading & 2) != 0) {
    // The rectangle is one of device pixels.
    texturePlace = vec4(texel, (inRect.xy + quad.extent - vec2(target.sourceOrigin)) * texel);
    textureLimits = vec4(0.5 * texel, used - 0.5 * texel);
  }
}
