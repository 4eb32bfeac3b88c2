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
  int reading;
  // As source for what lies behind.
  ivec4 backdrop;
} target;
