#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "shadow.glsl"

// One Card per quad, as vertex attributes.
layout(location = 0) in vec4 inAxes;
layout(location = 1) in vec4 inReach;
layout(location = 2) in vec4 inBody;
layout(location = 3) in vec4 inShade;
layout(location = 4) in vec4 inFill;
layout(location = 5) in vec4 inBorder;
layout(location = 6) in vec4 inShadow;
layout(location = 7) in vec4 inPlace;

layout(location = 0) flat out vec4 axes;
layout(location = 1) flat out vec4 body;
layout(location = 2) flat out vec4 shade;
layout(location = 3) flat out vec4 corner;
layout(location = 4) flat out vec4 fill;
layout(location = 5) flat out vec4 border;
layout(location = 6) flat out vec4 shadow;
// From the middle of the card to the target's first pixel; one over the standard deviation.
layout(location = 7) flat out vec3 place;

void main() {
  bvec2 isFar = bvec2((gl_VertexIndex & 1) != 0, (gl_VertexIndex & 2) != 0);
  vec2 p = mix(inReach.xy, inReach.zw, isFar);
  vec2 pixel = inPlace.xy + inAxes.xy * p.x + inAxes.zw * p.y;
  gl_Position = vec4((pixel - target.middle) * target.toClipSpace, 0.0, 1.0);
  axes = inAxes;
  body = inBody;
  shade = inShade;
  corner = smallCorner(inPlace.w);
  fill = inFill;
  border = inBorder;
  shadow = inShadow;
  // Exact, since the middle lies on a grid: what is drawn does not depend on where the target begins.
  place = vec3(target.origin - inPlace.xy, inPlace.z);
}
