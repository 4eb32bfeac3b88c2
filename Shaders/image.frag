#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"

// False leaves the clips out where the batch has none: some drivers run both sides of every branch.
layout(constant_id = 1) const bool clipped = true;

layout(location = 7) flat in vec4 texturePlace;
layout(location = 8) flat in vec4 textureLimits;
layout(set = 1, binding = 0) uniform sampler2D image;

void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec2 extent = vec2(planeX.w, planeY.w);
  vec4 distances = edgeDistances(point, extent, edgeScale);
  float coverage = boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale);
  if (clipped) coverage *= clipCoverage(clip, pixel);
  vec2 place = point.xy / point.z * texturePlace.xy + texturePlace.zw;
  place = clamp(place, textureLimits.xy, textureLimits.zw);
  result = textureLod(image, place, 0.0) * color * coverage;
}
