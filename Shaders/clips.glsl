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

float roundedRectCoverage(vec3 point, vec3 row0, vec3 row1, vec4 rect, vec4 cornerRadii) {
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
  vec4 distances = edgeDistances(point, extent, scale * 1.0005);
  float box = boxCoverage(edgeOffsets(distances, min(across, down) * scale));
  vec4 radii = clamp(cornerRadii, vec4(0.0), vec4(max(min(extent.x, extent.y), 0.0)));
  return min(box, cornerCoverage(point, extent, radii, xx, yy, ww));
}

// Written without returns, and with the loop's test at its end: some drivers run both sides of every
// branch, and a loop's body once more than needed.
float clipCoverage(int first, vec2 pixel) {
  float coverage = 1.0;
  if (first >= 0 && first < target.clipCount) {
    int i = first, n = 0;
    do {
      vec4 rect = clips[i].rect;
      vec3 row0 = clips[i].row0.xyz, row1 = clips[i].row1.xyz;
      vec3 point = pixel.x * row0 + pixel.y * row1 + clips[i].row2.xyz;
      // Only X/W and Y/W count; let W be positive.
      float front = point.z < 0.0 ? -1.0 : 1.0;
      point *= front;
      row0 *= front;
      row1 *= front;
      vec2 gradient = vec2(dot(rect.xyz, row0), dot(rect.xyz, row1));
      float inside = clips[i].shape == 1
        ? 0.5 + edgeOffset(dot(rect.xyz, point), gradient)
        : roundedRectCoverage(point, row0, row1, rect, clips[i].radii);
      coverage = point.z > 0.0 ? coverage * inside : 0.0;
      i = clips[i].parent;
      n++;
    } while (n < longestChain && i >= 0 && i < target.clipCount);
  }
  return coverage;
}
