#version 450
// An opaque image as it is.
layout(location = 0) noperspective in vec2 coordinate;
layout(location = 1) flat in vec4 limits;
layout(set = 1, binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 result;

void main() {
  result = textureLod(image, clamp(coordinate, limits.xy, limits.zw), 0.0);
}
