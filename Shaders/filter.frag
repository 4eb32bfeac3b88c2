#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"
#include "texel.glsl"

layout(location = 12) flat in vec4 ofRed;
layout(location = 13) flat in vec4 ofGreen;
layout(location = 14) flat in vec4 ofBlue;
layout(location = 15) flat in vec4 ofAlpha;
layout(set = 1, binding = 0) uniform sampler2D image;

// The result of an earlier pass, its premultiplied colours put through a matrix.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec4 distances = edgeDistances(point, vec2(planeX.w, planeY.w), edgeScale);
  float coverage = boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale);
  coverage *= clipCoverage(pixel);
  vec4 paint = texelUnder(image, target.source, pixel);
  paint = (target.reading & 1) != 0 ? paint.aaaa : paint;
  vec4 mixed = ofRed * paint.r + ofGreen * paint.g + ofBlue * paint.b + ofAlpha * paint.a;
  float alpha = clamp(mixed.a, 0.0, 1.0);
  result = vec4(clamp(mixed.rgb, vec3(0.0), vec3(alpha)), alpha) * color * coverage;
}
