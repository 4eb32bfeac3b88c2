#version 450
#extension GL_GOOGLE_include_directive : require
#include "blur.glsl"

// A short Gaussian kernel along one axis.
void main() {
  vec2 place = gl_FragCoord.xy * blur.place.xy + blur.place.zw;
  vec4 sum = source(place) * blur.middle;
  int i = 0;
  // Tested at the end: some drivers run a loop's body once more than needed otherwise.
  do {
    vec4 two = i < 2 ? blur.pairs[0] : i < 4 ? blur.pairs[1] : blur.pairs[2];
    vec2 pair = (i & 1) == 0 ? two.xy : two.zw;
    vec2 away = blur.spacing * pair.y;
    sum += (source(place - away) + source(place + away)) * pair.x;
    i++;
  } while (i < blur.across);
  result = sum;
}
