// What every stage knows about the target and the batch. VulkanBackend/PushConstants.swift mirrors it.
layout(push_constant) uniform Target {
  // Device pixel of the target's first pixel.
  vec2 origin;
  // 2 / size in pixels: device pixels to clip space.
  vec2 toClipSpace;
  // The batch's texture. Images: x, y size of the texture, z, w size of the bitmap at its top left.
  // Passes: x, y device pixel of the first texel, z, w used size. In texels.
  ivec4 source;
  // How many clips the storage buffer holds.
  int clipCount;
} target;
