// Coverage of the pixel at `p` by rectangles and rounded rectangles seen through a homography.

// Maps a device pixel through the rows of a homography.
vec3 planePoint(vec3 x, vec3 y, vec3 w, vec2 pixel) {
  vec3 p = vec3(pixel, 1.0);
  return vec3(dot(x, p), dot(y, p), dot(w, p));
}

// Distances in device pixels to the four edges, inside positive. Order as in Quad.edgeScale.
vec4 edgeDistances(vec3 point, vec2 extent, vec4 scale) {
  vec2 far = extent * point.z;
  return vec4(point.x + far.x, far.x - point.x, point.y + far.y, far.y - point.y) * abs(scale);
}

// The share of a pixel-wide box that lies between opposite edges, per axis: exact for axis-aligned
// rectangles however thin, a one-pixel ramp for others.
float boxCoverage(vec4 distances) {
  vec4 d = min(distances, vec4(0.5));
  vec2 c = clamp(d.xz + d.yw, 0.0, 1.0);
  return c.x * c.y;
}

// The same where the rasterizer decides about edges of negative scale.
float boxCoverage(vec4 distances, vec4 scale) {
  return boxCoverage(mix(distances, vec4(0.5), lessThan(scale, vec4(0.0))));
}

// Coverage by the arc of the nearest corner; 1 away from corners. The gradient of the homography at
// this point turns the distance to the arc into device pixels.
float cornerCoverage(vec3 point, vec2 extent, vec4 radii, vec2 xx, vec2 yy, vec2 ww) {
  vec2 q = point.xy / point.z;
  vec2 pair = q.y < 0.0 ? radii.xy : radii.zw;
  float radius = q.x < 0.0 ? pair.x : pair.y;
  vec2 k = abs(q) - (extent - radius);
  if (min(k.x, k.y) <= 0.0 || radius <= 0.0) return 1.0;
  float reach = length(k);
  vec2 n = sign(q) * k / reach;
  vec2 gradient = (n.x * (xx - q.x * ww) + n.y * (yy - q.y * ww)) / point.z;
  return clamp(0.5 - (reach - radius) * inversesqrt(dot(gradient, gradient)), 0.0, 1.0);
}
