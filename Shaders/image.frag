#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"

// What is there stays as far as the paint lets it.
layout(constant_id = 1) const bool within = false;
// The texture may have smaller copies of the image, or be a pass.
layout(constant_id = 2) const bool mipmapped = false;

layout(location = 12) flat in vec4 texturePlace;
layout(location = 13) flat in vec4 textureLimits;
layout(set = 1, binding = 0) uniform sampler2D image;

void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec2 extent = vec2(planeX.w, planeY.w);
  vec4 distances = edgeDistances(point, extent, edgeScale);
  float coverage = boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale);
  coverage *= clipCoverage(pixel);
  vec2 q = point.xy / point.z;
  vec2 place = q * texturePlace.xy + texturePlace.zw;
  vec2 low = textureLimits.xy, high = textureLimits.zw;
  float level = 0.0;
  if (mipmapped) {
    // Texels from this pixel to the next, across and down.
    vec2 size = vec2(target.source.xy), texels = texturePlace.xy * size / point.z;
    vec2 across = (vec2(planeX.x, planeY.x) - q * planeW.x) * texels;
    vec2 down = (vec2(planeX.y, planeY.y) - q * planeW.y) * texels;
    float bias = planeW.w;
    level = max(0.5 * log2(max(dot(across, across), dot(down, down))) + bias, 0.0);
    // Half a texel of that level inside.
    vec2 middle = 0.5 * (low + high), inset = 0.5 * (exp2(level) - 1.0) / size;
    low = min(low + inset, middle);
    high = max(high - inset, middle);
  }
  vec2 inside = clamp(place, low, high);
  // Naming the level costs the software driver a tenth.
  vec4 paint = mipmapped ? textureLod(image, inside, level) : texture(image, inside);
  if (mipmapped) {
    // A pass holds nothing beyond its area.
    vec2 away = abs(place - inside) * vec2(target.source.xy);
    bool isNothing = (target.reading & 2) != 0 && max(away.x, away.y) > 0.5;
    paint = isNothing ? vec4(0.0) : paint;
  }
  paint = (target.reading & 1) != 0 ? paint.aaaa : paint;
  result = within ? vec4(1.0 - coverage + paint.a * color.a * coverage) : paint * color * coverage;
}
