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
// The instance's clip, and 1 if that has continuous corners.
layout(location = 6) VARYING ivec2 clip;
// The instance's own clip, made ready in the vertex stage: a PlacedClip.
layout(location = 7) VARYING vec4 clipX;
layout(location = 8) VARYING vec4 clipY;
layout(location = 9) VARYING vec3 clipW;
layout(location = 10) VARYING vec4 clipScale;
layout(location = 11) VARYING vec4 clipSlant;
layout(location = 12) VARYING vec4 clipRadii;

#ifdef VERTEX
Quad place(float grow, float own) {
  Quad quad = placeQuad(grow, gl_Position);
  planeX = vec4(quad.x, quad.extent.x);
  planeY = vec4(quad.y, quad.extent.y);
  planeW = vec4(quad.w, own);
  edgeScale = quad.edgeScale;
  edgeSlant = quad.edgeSlant;
  color = inColor;
  clip = ivec2(inClip, 0);
  if (clipping > 0) {
    PlacedClip placed = placeClip(inClip);
    clipX = vec4(placed.x, placed.extent.x);
    clipY = vec4(placed.y, placed.extent.y);
    clipW = placed.w;
    clipScale = placed.edgeScale;
    clipSlant = placed.edgeSlant;
    clipRadii = placed.radii;
    clip.y = placed.isContinuous ? 1 : 0;
  }
  return quad;
}
#else
layout(location = 0) out vec4 result;

float clipCoverage(vec2 pixel) {
  float coverage = 1.0;
  if (clipping > 0) {
    coverage = clipCoverage(
      PlacedClip(
        clipX.xyz, clipY.xyz, clipW, vec2(clipX.w, clipY.w), clipScale, clipSlant, clipRadii,
        clip.y != 0),
      pixel);
  }
  if (clipping > 1) coverage *= parentCoverage(clip.x, pixel);
  return coverage;
}
#endif
