#version 450
#extension GL_GOOGLE_include_directive : require
#include "blur.glsl"

// The average of samples around a place. Between four texels each, they average all of an even number.
void main() {
  vec2 place = gl_FragCoord.xy * blur.place.xy + blur.place.zw;
  vec2 count = vec2(blur.across, blur.down);
  vec2 first = place - 0.5 * (count - 1.0) * blur.spacing;
  vec4 sum = vec4(0.0);
  int y = 0;
  // Tested at the end: some drivers run a loop's body once more than needed otherwise.
  do {
    int x = 0;
    do {
      sum += source(first + vec2(x, y) * blur.spacing);
      x++;
    } while (x < blur.across);
    y++;
  } while (y < blur.down);
  result = sum / (count.x * count.y);
}
