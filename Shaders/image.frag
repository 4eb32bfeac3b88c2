#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"

// What is there stays as far as the paint lets it.
layout(constant_id = 1) const bool within = false;

layout(location = 13) flat in vec4 texturePlace;
layout(location = 14) flat in vec4 textureLimits;
layout(set = 1, binding = 0) uniform sampler2D image;

void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec2 extent = vec2(planeX.w, planeY.w);
  vec4 distances = edgeDistances(point, extent, edgeScale);
  float coverage = boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale);
  coverage *= clipCoverage(pixel);
  vec2 place = point.xy / point.z * texturePlace.xy + texturePlace.zw;
  place = clamp(place, textureLimits.xy, textureLimits.zw);
  vec4 paint = textureLod(image, place, 0.0);
  paint = target.isCoverage != 0 ? paint.aaaa : paint;
  result = within ? vec4(1.0 - coverage + paint.a * color.a * coverage) : paint * color * coverage;
}
