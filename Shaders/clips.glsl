// Coverage by a chain of clips.
struct Clip {
  vec4 row0, row1, row2;
  vec4 rect;
  vec4 radii;
  int parent;
  int shape;
  ivec2 reserved;
};

layout(std430, set = 0, binding = 0) readonly buffer Clips { Clip clips[]; };

// Ends even if `parent` makes a circle.
const int longestChain = 64;

float clipCoverage(int first, vec2 pixel) {
  float coverage = 1.0;
  int i = first;
  for (int n = 0; n < longestChain && i >= 0 && i < target.clipCount; n++) {
    vec4 rect = clips[i].rect;
    vec3 row0 = clips[i].row0.xyz, row1 = clips[i].row1.xyz, row2 = clips[i].row2.xyz;
    vec3 point = pixel.x * row0 + pixel.y * row1 + row2;
    // Only X/W and Y/W count; let W be positive.
    if (point.z < 0.0) {
      point = -point;
      row0 = -row0;
      row1 = -row1;
    }
    if (!(point.z > 0.0)) return 0.0;
    if (clips[i].shape == 1) {
      vec2 gradient = vec2(dot(rect.xyz, row0), dot(rect.xyz, row1));
      coverage *=
        clamp(0.5 + dot(rect.xyz, point) * inversesqrt(dot(gradient, gradient)), 0.0, 1.0);
    } else {
      vec2 extent = rect.zw * 0.5, centre = rect.xy + extent;
      vec2 ww = vec2(row0.z, row1.z);
      vec2 xx = vec2(row0.x, row1.x) - centre.x * ww;
      vec2 yy = vec2(row0.y, row1.y) - centre.y * ww;
      point.xy -= centre * point.z;
      vec2 left = xx + extent.x * ww, right = extent.x * ww - xx;
      vec2 top = yy + extent.y * ww, bottom = extent.y * ww - yy;
      vec4 scale = inversesqrt(
        vec4(dot(left, left), dot(right, right), dot(top, top), dot(bottom, bottom)));
      float inside = boxCoverage(edgeDistances(point, extent, scale));
      vec4 radii = clamp(clips[i].radii, vec4(0.0), vec4(max(min(extent.x, extent.y), 0.0)));
      inside = min(inside, cornerCoverage(point, extent, radii, xx, yy, ww));
      coverage *= inside;
    }
    i = clips[i].parent;
  }
  return coverage;
}
