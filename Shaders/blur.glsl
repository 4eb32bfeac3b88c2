// A step of a blur. VulkanBackend/ListRenderer+Blur.swift mirrors it.
layout(push_constant) uniform Step {
  // Place in the source, in its texels: this target's place · xy + zw.
  vec4 place;
  // The centres of the first and the last texel that hold something.
  vec4 limits;
  // Unit coordinates per texel; texels from sample to sample.
  vec2 texel;
  vec2 spacing;
  // 1: nothing lies beyond the limits; 0: what lies at them goes on.
  float fade;
  // Samples across and down that are averaged; of a kernel, across is how many both sides have.
  int across;
  int down;
  // The kernel: its middle, and the samples between two texels that both sides have, two to a vector,
  // each (weight, distance).
  float middle;
  vec4 pairs[3];
} blur;

#ifndef VERTEX
layout(set = 1, binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 result;

// Linear, as if the texels beyond the limits were there. A place is a multiple of 1/256 of a texel, or
// half of that, and devices cut it off to that: moved by a little, it is cut to the same whatever the
// size of the texture makes of its last bits.
vec4 source(vec2 place) {
  vec2 inside = clamp(place + 1.0 / 1024.0, blur.limits.xy, blur.limits.zw);
  vec2 beyond = max(blur.limits.xy - place, max(place - blur.limits.zw, vec2(0.0)));
  vec2 left = max(1.0 - beyond * blur.fade, vec2(0.0));
  return textureLod(image, inside * blur.texel, 0.0) * (left.x * left.y);
}
#endif
