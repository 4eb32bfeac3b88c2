#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "blur.glsl"

// All of the viewport.
void main() {
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0, 0.0, 1.0);
}
