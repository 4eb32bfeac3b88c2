// The clips of a list, as DrawList.Clip lays them out.
struct Clip {
  vec4 row0, row1, row2;
  vec4 rect;
  vec4 radii;
  int parent;
  int shape;
  ivec2 reserved;
};

layout(std430, set = 0, binding = 0) readonly buffer Clips { Clip clips[]; };

// How far a batch's clips go: 0 none, 1 one each, 2 chains and continuous corners, whose first clip the
// vertex stage makes ready; 3 any, with no code for speed, since drivers take long to compile it. Some
// drivers run both sides of every branch and read buffers slowly, so what no instance of a batch needs
// is left out.
layout(constant_id = 0) const int clipping = 2;

// A clip made ready: rows of the homography from device pixels to its plane, about its centre; half
// its size; edges as in Quad.
struct PlacedClip {
  vec3 x, y, w;
  vec2 extent;
  vec4 edgeScale, edgeSlant;
  vec4 radii;
  // Only where chains are looked at, and then not for the clip that the vertex stage made ready.
  bool isContinuous;
};

// A half plane becomes a rectangle of which only the left edge is there. No clip: no edges at all.
PlacedClip placeClip(int i) {
  PlacedClip placed;
  placed.x = placed.y = vec3(0.0);
  placed.w = vec3(0.0, 0.0, 1.0);
  placed.extent = vec2(0.0);
  placed.edgeScale = vec4(-1.0);
  placed.edgeSlant = placed.radii = vec4(0.0);
  placed.isContinuous = false;
  if (i < 0 || i >= target.clipCount) return placed;
  vec4 rect = clips[i].rect;
  mat3 rows = mat3(clips[i].row0.xyz, clips[i].row1.xyz, clips[i].row2.xyz);
  placed.w = vec3(rows[0].z, rows[1].z, rows[2].z);
  bool isHalfPlane = clips[i].shape == 1 || clips[i].shape == 3;
  placed.isContinuous = clips[i].shape == 2;
  if (isHalfPlane) {
    placed.x = rect.xyz * rows;
  } else {
    placed.extent = rect.zw * 0.5;
    vec2 centre = rect.xy + placed.extent;
    placed.x = vec3(rows[0].x, rows[1].x, rows[2].x) - centre.x * placed.w;
    placed.y = vec3(rows[0].y, rows[1].y, rows[2].y) - centre.y * placed.w;
    placed.radii =
      clamp(clips[i].radii, vec4(0.0), vec4(max(min(placed.extent.x, placed.extent.y), 0.0)));
  }
  edges(placed.x, placed.y, placed.w, placed.extent, placed.edgeScale, placed.edgeSlant);
  if (isHalfPlane) placed.edgeScale.yzw = vec3(-1.0);
  // So steep that a pixel lies on one side or the other.
  if (clips[i].shape == 3) placed.edgeScale.x *= 1e6;
  return placed;
}

// With `anyCorner` false all corners are taken for circular.
float clipCoverage(PlacedClip placed, vec2 pixel, bool anyCorner) {
  vec3 point = planePoint(placed.x, placed.y, placed.w, pixel);
  // Only X/W and Y/W count; let W be positive.
  float front = point.z < 0.0 ? -1.0 : 1.0;
  point *= front;
  vec4 distances = edgeDistances(point, placed.extent, placed.edgeScale);
  vec2 x = placed.x.xy * front, y = placed.y.xy * front, w = placed.w.xy * front;
  float corner = cornerCoverage(point, placed.extent, placed.radii, x, y, w);
  if (anyCorner) {
    float other = continuousCoverage(point, placed.extent, placed.radii, x, y, w);
    corner = placed.isContinuous ? other : corner;
  }
  float inside =
    min(boxCoverage(edgeOffsets(distances, placed.edgeSlant), placed.edgeScale), corner);
  return point.z > 0.0 ? inside : 0.0;
}

// Ends even if `parent` makes a circle.
const int longestChain = 64;

// Coverage by clip `i` and those above it.
float chainCoverage(int i, vec2 pixel) {
  float coverage = 1.0;
  int n = 0;
  if (i >= 0 && i < target.clipCount) {
    // Tested at the end: some drivers run a loop's body once more than needed otherwise.
    do {
      coverage *= clipCoverage(placeClip(i), pixel, true);
      i = clips[i].parent;
      n++;
    } while (n < longestChain && i >= 0 && i < target.clipCount);
  }
  return coverage;
}
