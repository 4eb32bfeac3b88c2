// What the stages of a stroked arc share. All in device pixels.

// Ends that are not round, clips, and strokes of little more than a pixel.
layout(constant_id = 1) const bool any = false;

// From the target's first pixel to the circle's centre, and the direction of the arc's middle.
layout(location = 0) VARYING vec4 place;
layout(location = 1) VARYING vec4 color;
// Radius, half the stroke's width, half the sweep's cosine and sine.
layout(location = 2) VARYING vec4 ring;
// Cosine and sine of four times the angle from the middle to where two curves of the path meet; how far
// they bulge over the circle; how far flat ends reach beyond the arc, less than 0 for round ones.
layout(location = 3) VARYING vec4 shape;
// The clip's index, and how many boxes across a pixel is looked at in.
layout(location = 4) VARYING ivec2 clipAndBoxes;

vec2 quarterTurn(vec2 v) {
  return vec2(-v.y, v.x);
}
