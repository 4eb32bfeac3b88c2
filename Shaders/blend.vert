#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "coverage.glsl"
#include "quad.glsl"
#include "clips.glsl"
#include "plane.glsl"
#include "blend.glsl"

layout(location = 13) flat out int mode;
layout(location = 14) flat out vec4 weights;
layout(location = 15) flat out float both;

void main() {
  place(0.0, 0.0);
  bool isMode = inParams.x >= 0.0 && inParams.x <= float(copyMode)
    && inParams.x == floor(inParams.x);
  mode = isMode ? int(inParams.x) : -1;
  weights = mode >= plusLighter ? weighed[mode - plusLighter] : vec4(1.0, 0.0, 1.0, -1.0);
  both = mode == plusDarker ? 1.0 : 0.0;
}
