#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"
#include "texel.glsl"

layout(set = 1, binding = 0) uniform sampler2D image;

// The result of an earlier pass, texel for pixel.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec4 distances = edgeDistances(point, vec2(planeX.w, planeY.w), edgeScale);
  float coverage = boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale);
  coverage *= clipCoverage(pixel);
  vec4 paint = texelUnder(image, target.source, pixel);
  paint = (target.reading & 1) != 0 ? paint.aaaa : paint;
  result = paint * color * coverage;
}
