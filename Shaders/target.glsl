// What every stage knows about the target and the batch. VulkanBackend/DrawLayout.swift mirrors it.
layout(push_constant) uniform Target {
  // Device pixel of the target's first pixel.
  vec2 origin;
  // Device pixels, from the middle of clip space on, to clip space.
  vec2 toClipSpace;
  // The batch's texture, in texels. Images: x, y size of the texture, z, w size of the bitmap in it.
  // Passes: x, y device pixel of the first texel, z, w used size.
  ivec4 source;
  // Images: the bitmap's first texel.
  ivec2 sourceOrigin;
  // Device pixel in the middle of clip space.
  vec2 middle;
  // How many clips and ramps the storage buffers hold.
  int clipCount;
  int rampCount;
  // 1: of the texture only the alpha counts. 2: pixel for pixel, from sourceOrigin on (image.vert).
  // 4: the nearest texel.
  int reading;
  // As source for what lies behind.
  ivec4 backdrop;
} target;

// How far to move texture coordinates that are this far apart from pixel to pixel, across and down:
// where a pixel's middle lies between two texels, the next is taken, however coordinates are rounded.
vec2 nearestBias(vec2 across, vec2 down) {
  return (target.reading & 4) != 0 ? (abs(across) + abs(down)) / 512.0 : vec2(0.0);
}
