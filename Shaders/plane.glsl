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
layout(location = 6) VARYING int clip;

#ifdef VERTEX
Quad place(float grow, float own) {
  Quad quad = placeQuad(grow, 1.0, gl_Position);
  planeX = vec4(quad.x, quad.extent.x);
  planeY = vec4(quad.y, quad.extent.y);
  planeW = vec4(quad.w, own);
  edgeScale = quad.edgeScale;
  edgeSlant = quad.edgeSlant;
  color = inColor;
  clip = inClip;
  return quad;
}
#else
layout(location = 0) out vec4 result;
#endif
