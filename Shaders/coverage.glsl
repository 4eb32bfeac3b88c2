// Coverage of the pixel at `p` by rectangles and rounded rectangles seen through a homography.

// Maps a device pixel through the rows of a homography.
vec3 planePoint(vec3 x, vec3 y, vec3 w, vec2 pixel) {
  vec3 p = vec3(pixel, 1.0);
  return vec3(dot(x, p), dot(y, p), dot(w, p));
}

// Device pixels along the greater component of a distance's gradient per unit of that distance, and
// the lesser component over the greater.
vec4 edgeScales(vec4 across, vec4 down, out vec4 slant) {
  vec4 a = abs(across), b = abs(down);
  vec4 scale = 1.0 / max(a, b);
  slant = min(a, b) * scale;
  // A little steep, so that an edge between pixels gives exactly 0 and 1 despite rounding.
  return scale * 1.0005;
}

// What edgeOffsets() needs to know about the edges of a rectangle of half size `extent` about the
// origin of a plane, from the rows of the homography that leads to it. Left, right, top, bottom.
void edges(vec3 x, vec3 y, vec3 w, vec2 extent, out vec4 scale, out vec4 slant) {
  vec4 across = vec4(
    extent.x * w.x + x.x, extent.x * w.x - x.x, extent.y * w.x + y.x, extent.y * w.x - y.x);
  vec4 down = vec4(
    extent.x * w.y + x.y, extent.x * w.y - x.y, extent.y * w.y + y.y, extent.y * w.y - y.y);
  scale = edgeScales(across, down, slant);
}

// How much of a pixel a half plane covers, less one half, exactly: the pixel is a square, so coverage
// is linear in the distance while the edge crosses opposite sides of it and quadratic beyond.
// `d`: the distance of the pixel's centre from the edge, inside positive, along the greater component
// of the edge's normal. `slant`: the lesser component over the greater.
vec4 edgeOffsets(vec4 d, vec4 slant) {
  vec4 t = abs(d);
  vec4 rest = max(0.5 + 0.5 * slant - t, vec4(0.0));
  vec4 curved = 0.5 - rest * rest * (0.5 / max(slant, vec4(1e-4)));
  return sign(d) * mix(curved, t, lessThan(t, 0.5 - 0.5 * slant));
}

// The same for two edges.
vec2 edgeOffsets(vec2 d, vec2 slant) {
  vec2 t = abs(d);
  vec2 rest = max(0.5 + 0.5 * slant - t, vec2(0.0));
  vec2 curved = 0.5 - rest * rest * (0.5 / max(slant, vec2(1e-4)));
  return sign(d) * mix(curved, t, lessThan(t, 0.5 - 0.5 * slant));
}

// Coverage by two edges that are far from the ones opposite. `place`: how far from the middle line the
// pixel's centre lies, `edge`: how far the edge does, along the greater component of its normal; `end`:
// from where on beyond the edge nothing is covered. All three times 1 / `root`, which is the square
// root of the slant: beyond the edge lies rest² / 2, less the same for what is cut off where the edge
// crosses opposite sides of the pixel.
vec2 edgeCoverage(vec2 place, vec2 edge, vec2 end, vec2 root) {
  vec2 d = edge - abs(place);
  vec2 rest = max(end - abs(d), vec2(0.0));
  vec2 curved = min(rest, root);
  vec2 beyond = curved * (rest - 0.5 * curved);
  return mix(beyond, 1.0 - beyond, greaterThan(d, vec2(0.0)));
}

// The same for one edge given by the gradient of its distance `f` (in any unit) over device pixels.
float edgeOffset(float f, vec2 gradient) {
  vec2 g = abs(gradient);
  float scale = 1.0 / max(g.x, g.y);
  float t = abs(f) * scale, slant = min(g.x, g.y) * scale;
  float rest = max(0.5 + 0.5 * slant - t, 0.0);
  float curved = 0.5 - rest * rest * (0.5 / max(slant, 1e-4));
  return sign(f) * (t < 0.5 - 0.5 * slant ? t : curved);
}

// Distances to the four edges for edgeOffsets(). Order and scale as in Quad.edgeScale.
vec4 edgeDistances(vec3 point, vec2 extent, vec4 scale) {
  vec2 far = extent * point.z;
  return vec4(point.x + far.x, far.x - point.x, point.y + far.y, far.y - point.y) * abs(scale);
}

// What lies between two opposite edges, times what lies between the other two: exact for
// parallelograms, however thin, but at their corners.
float boxCoverage(vec4 offsets) {
  vec2 c = clamp(offsets.xz + offsets.yw, 0.0, 1.0);
  return c.x * c.y;
}

// The same where the rasterizer decides about edges of negative scale.
float boxCoverage(vec4 offsets, vec4 scale) {
  return boxCoverage(mix(offsets, vec4(0.5), lessThan(scale, vec4(0.0))));
}

float nearestRadius(vec2 q, vec4 radii) {
  vec2 pair = q.y < 0.0 ? radii.xy : radii.zw;
  return q.x < 0.0 ? pair.x : pair.y;
}

// Coverage by the arc of the nearest corner, taken for straight within a pixel; 1 away from corners.
float cornerCoverage(vec3 point, vec2 extent, vec4 radii, vec2 xx, vec2 yy, vec2 ww) {
  vec2 q = point.xy / point.z;
  float radius = nearestRadius(q, radii);
  vec2 k = abs(q) - (extent - radius);
  float reach = length(k);
  vec2 n = sign(q) * k / reach;
  vec2 gradient = (n.x * (xx - q.x * ww) + n.y * (yy - q.y * ww)) / point.z;
  bool inCorner = min(k.x, k.y) > 0.0 && radius > 0.0;
  return inCorner ? 0.5 + edgeOffset(radius - reach, gradient) : 1.0;
}

// The same for corners that flow into the sides; see ContinuousCorner in Geometry.
float continuousCoverage(vec3 point, vec2 extent, vec4 radii, vec2 xx, vec2 yy, vec2 ww) {
  const float longestReach = 1.528665, diagonal = 0.70710678;
  vec2 q = point.xy / point.z;
  float radius = nearestRadius(q, radii);
  float reach = clamp(min(extent.x, extent.y) / radius, 1.0, longestReach);
  float s = (reach - 1.0) / (longestReach - 1.0);
  vec4 c = vec4(0.0614255, 0.0061892, 0.0340439, -0.0368420)
    + s * (vec4(-0.1898248, -0.3256448, -0.1738089, 0.2936867)
      + s * vec4(0.0003718, 0.1076460, 0.6020657, -0.5431901));
  // Distances from the sides in radii; the curve by the squared place across the diagonal.
  vec2 d = (extent - abs(q)) / radius;
  float across = (d.x - d.y) / reach, u = across * across, left = 1.0 - u;
  float bend = c.x + u * (c.y + u * (c.z + u * c.w));
  float curve = 0.5 * reach * diagonal * (1.0 + u) + left * left * bend;
  float rise = 0.5 * reach * diagonal - 2.0 * left * bend
    + left * left * (c.y + u * (2.0 * c.z + 3.0 * u * c.w));
  float slope = 2.0 * across * rise / reach;
  vec2 n = sign(q) * vec2(diagonal - slope, diagonal + slope);
  vec2 gradient = (n.x * (xx - q.x * ww) + n.y * (yy - q.y * ww)) / point.z;
  bool inCorner = radius > 0.0 && max(d.x, d.y) < reach;
  return inCorner ? 0.5 + edgeOffset(((d.x + d.y) * diagonal - curve) * radius, gradient) : 1.0;
}
