// What all antialiased kinds hand from the vertex to the fragment stage.
#ifdef VERTEX
#define VARYING flat out
#else
#define VARYING flat in
#endif
// Rows of the inverse homography; w: half width, half height, and a number of the kind's own.
layout(location = 0) VARYING vec4 planeX;
layout(location = 1) VARYING vec4 planeY;
layout(location = 2) VARYING vec4 planeW;
layout(location = 3) VARYING vec4 edgeScale;
layout(location = 4) VARYING vec4 edgeSlant;
layout(location = 5) VARYING vec4 color;
// The instance's own clip, made ready in the vertex stage: a PlacedClip. The last row's bits stand with
// the index of the clip, or that less 2³¹ for one with continuous corners: no device has to hand on more
// than sixteen of these, and some kinds have four of their own.
layout(location = 6) VARYING vec4 clipX;
layout(location = 7) VARYING vec4 clipY;
layout(location = 8) VARYING ivec4 clipWAndIndex;
layout(location = 9) VARYING vec4 clipScale;
layout(location = 10) VARYING vec4 clipSlant;
layout(location = 11) VARYING vec4 clipRadii;

const int continuousIndex = -2147483647 - 1;

#ifdef VERTEX
Quad place(float grow, float own) {
  Quad quad = placeQuad(grow, gl_Position);
  planeX = vec4(quad.x, quad.extent.x);
  planeY = vec4(quad.y, quad.extent.y);
  planeW = vec4(quad.w, own);
  edgeScale = quad.edgeScale;
  edgeSlant = quad.edgeSlant;
  color = inColor;
  clipWAndIndex = ivec4(0, 0, 0, inClip);
  if (clipping == 1 || clipping == 2) {
    PlacedClip placed = placeClip(inClip);
    clipX = vec4(placed.x, placed.extent.x);
    clipY = vec4(placed.y, placed.extent.y);
    clipWAndIndex.xyz = floatBitsToInt(placed.w);
    clipScale = placed.edgeScale;
    clipSlant = placed.edgeSlant;
    clipRadii = placed.radii;
    if (placed.isContinuous) clipWAndIndex.w += continuousIndex;
  }
  return quad;
}
#else
layout(location = 0) out vec4 result;

float clipCoverage(vec2 pixel) {
  int index = clipWAndIndex.w;
  if (clipping == 3) return chainCoverage(index, pixel);
  float coverage = 1.0;
  // No clip is −1: continuous ones lie far below.
  bool isContinuous = index < -1;
  if (isContinuous) index -= continuousIndex;
  if (clipping > 0) {
    coverage = clipCoverage(
      PlacedClip(
        clipX.xyz, clipY.xyz, intBitsToFloat(clipWAndIndex.xyz), vec2(clipX.w, clipY.w),
        clipScale, clipSlant, clipRadii, false),
      pixel, false);
  }
  if (clipping > 1) {
    bool isClip = index >= 0 && index < target.clipCount;
    // One with continuous corners counts as the first of its chain.
    int parent = isClip ? clips[index].parent : -1;
    coverage = isContinuous ? 1.0 : coverage;
    coverage *= chainCoverage(isContinuous ? index : parent, pixel);
  }
  return coverage;
}
#endif
