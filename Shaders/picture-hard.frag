#version 450
// An image whose edges the rasterizer decides.
layout(location = 0) noperspective in vec4 coordinateAndPlace;
layout(location = 1) flat in vec4 limits;
layout(location = 2) flat in vec4 color;
layout(set = 1, binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 result;

void main() {
  result = texture(image, clamp(coordinateAndPlace.xy, limits.xy, limits.zw)) * color;
}
