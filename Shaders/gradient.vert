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
#include "gradient.glsl"

// So far off that every stop lies before.
const vec2 beyond = vec2(1e15, 0.0);

// Sets what leads from the plane to the gradient; returns the offset.
vec2 lead(int type, vec2 size) {
  vec2 start = inExtra.xy, along = inExtra.zw - start, from = 0.5 - start;
  float square = dot(along, along);
  vec2 u = vec2(0.0), v = vec2(0.0);
  vec2 offset = beyond;
  if (type == axial && square > 0.0) {
    u = along / square;
    offset = vec2(dot(from, u), 0.0);
  } else if (type == radial && along.x != 0.0 && along.y != 0.0) {
    u = vec2(1.0 / along.x, 0.0);
    v = vec2(0.0, 1.0 / along.y);
    offset = from / along;
  } else if (type == conic) {
    u = square > 0.0 ? along * inversesqrt(square) : vec2(1.0, 0.0);
    v = vec2(-u.y, u.x);
    offset = vec2(dot(from, u), dot(from, v));
  }
  toGradient = vec4(u / size, v / size);
  return offset;
}

void main() {
  vec4 head = hasRamp(inRamp, 2) ? ramps[inRamp] : vec4(0.0);
  Quad quad = place(max(head.z, 0.0), 0.0);
  radii = fittingRadii(quad.extent);
  stops = ivec4(0);
  under = vec4(0.0);
  toGradient = vec4(0.0);
  vec2 offset = vec2(0.0);
  int type = int(clamp(head.x, 0.0, 2.0)), count = int(clamp(head.y, 0.0, 1e8));
  if (count >= 2 && count <= target.rampCount / 2 && hasRamp(inRamp, 2 + 2 * count)) {
    under = ramps[inRamp + 1];
    offset = lead(type, inRect.zw);
    stops.zw = ivec2(inRamp + 2, count * 8 + type + (isContinuous() ? 4 : 0));
    if (plain) {
      stopColor = ramps[inRamp + 2];
      lastColor = ramps[inRamp + 4];
      // From stop to stop.
      float low = ramps[inRamp + 3].x, scale = 1.0 / (ramps[inRamp + 5].x - low);
      toGradient *= scale;
      offset.x = (offset.x - low) * scale;
    }
    stops.xy = floatBitsToInt(offset);
  } else {
    gl_Position = nowhere;
  }
}
