#version 450
// A rectangle of one colour whose edges the rasterizer decides.
layout(location = 0) flat in vec4 color;
layout(location = 0) out vec4 result;

void main() {
  result = color;
}
