#version 450
#extension GL_GOOGLE_include_directive : require
#define VERTEX
#include "target.glsl"
#include "instance.glsl"
#include "coverage.glsl"
#include "quad.glsl"
#include "clips.glsl"
#include "plane.glsl"
#include "ramps.glsl"

// What red, green, blue and alpha contribute; a constant goes with alpha.
layout(location = 13) flat out vec4 ofRed;
layout(location = 14) flat out vec4 ofGreen;
layout(location = 15) flat out vec4 ofBlue;
layout(location = 16) flat out vec4 ofAlpha;

void main() {
  place(0.0, 0.0);
  if (hasRamp(inRamp, 5)) {
    ofRed = ramps[inRamp];
    ofGreen = ramps[inRamp + 1];
    ofBlue = ramps[inRamp + 2];
    ofAlpha = ramps[inRamp + 3] + ramps[inRamp + 4];
  } else {
    ofRed = ofGreen = ofBlue = ofAlpha = vec4(0.0);
    gl_Position = nowhere;
  }
}
