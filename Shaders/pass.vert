#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "coverage.glsl"
#include "quad.glsl"
#include "clips.glsl"
#include "plane.glsl"

void main() {
  place(0.0, 0.0);
}
