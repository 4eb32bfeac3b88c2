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
  if (first < 0 || first >= target.clipCount) return 1.0;
  float coverage = 1.0;
  int i = first, n = 0;
  // Tested at the end: some drivers run a loop's body once more than needed otherwise.
  do {
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
      coverage *= 0.5 + edgeOffset(dot(rect.xyz, point), gradient);
    } else {
      vec2 extent = rect.zw * 0.5, centre = rect.xy + extent;
      vec2 ww = vec2(row0.z, row1.z);
      vec2 xx = vec2(row0.x, row1.x) - centre.x * ww;
      vec2 yy = vec2(row0.y, row1.y) - centre.y * ww;
      point.xy -= centre * point.z;
      vec4 across = abs(vec4(
        extent.x * ww.x + xx.x, extent.x * ww.x - xx.x, extent.y * ww.x + yy.x,
        extent.y * ww.x - yy.x));
      vec4 down = abs(vec4(
        extent.x * ww.y + xx.y, extent.x * ww.y - xx.y, extent.y * ww.y + yy.y,
        extent.y * ww.y - yy.y));
      vec4 scale = 1.0 / max(across, down);
      float inside = boxCoverage(
        edgeOffsets(edgeDistances(point, extent, scale * 1.0005), min(across, down) * scale));
      vec4 radii = clamp(clips[i].radii, vec4(0.0), vec4(max(min(extent.x, extent.y), 0.0)));
      inside = min(inside, cornerCoverage(point, extent, radii, xx, yy, ww));
      coverage *= inside;
    }
    i = clips[i].parent;
    n++;
  } while (n < longestChain && i >= 0 && i < target.clipCount);
  return coverage;
}
