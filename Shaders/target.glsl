// What every stage knows about the target and the batch. VulkanBackend/PushConstants.swift mirrors it.
layout(push_constant) uniform Target {
  // Device pixel of the target's first pixel.
  vec2 origin;
  // 2 / size in pixels: device pixels to clip space.
  vec2 toClipSpace;
  // The batch's texture: x, y device pixel of its first texel (passes); z, w its size in texels.
  ivec4 source;
  // How many clips the storage buffer holds.
  int clipCount;
} target;
