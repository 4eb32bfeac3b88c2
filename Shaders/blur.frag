#version 450
#extension GL_GOOGLE_include_directive : require
#include "blur.glsl"

// The samples on each side that may have weight; a constant, so that there is no loop.
layout(constant_id = 1) const int pairs = 6;

// A short Gaussian kernel along one axis.
void main() {
  vec2 place = gl_FragCoord.xy * blur.place.xy + blur.place.zw;
  vec4 sum = source(place) * blur.middle;
  for (int i = 0; i < pairs; i++) {
    vec4 two = blur.pairs[i / 2];
    vec2 pair = (i & 1) == 0 ? two.xy : two.zw;
    vec2 away = blur.spacing * pair.y;
    sum += (source(place - away) + source(place + away)) * pair.x;
  }
  result = sum;
}
