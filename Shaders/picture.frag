#version 450
#extension GL_GOOGLE_include_directive : require
#include "coverage.glsl"

// An image with antialiased edges, at least two pixels wide and high on the screen.
layout(location = 0) noperspective in vec4 coordinateAndPlace;
layout(location = 1) flat in vec4 limits;
layout(location = 2) flat in vec4 color;
layout(location = 3) flat in vec4 edgeAndEnd;
layout(location = 4) flat in vec2 root;
layout(set = 1, binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 result;

void main() {
  vec2 covered = edgeCoverage(coordinateAndPlace.zw, edgeAndEnd.xy, edgeAndEnd.zw, root);
  vec4 texel = texture(image, clamp(coordinateAndPlace.xy, limits.xy, limits.zw));
  result = texel * color * (covered.x * covered.y);
}
