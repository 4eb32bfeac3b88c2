#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"

layout(set = 1, binding = 0) uniform sampler2D image;

// The result of an earlier pass, texel for pixel.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec4 distances = edgeDistances(point, vec2(planeX.w, planeY.w), edgeScale);
  float coverage = boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale);
  coverage *= clipCoverage(pixel);
  ivec2 texel = ivec2(floor(pixel)) - target.source.xy;
  bool inside = all(greaterThanEqual(texel, ivec2(0))) && all(lessThan(texel, target.source.zw));
  vec4 paint = inside ? texelFetch(image, texel, 0) : vec4(0.0);
  result = paint * color * coverage;
}
