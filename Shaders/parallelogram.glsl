// Where the corners of a quad without perspective lie, from inMatrix, inOffset, inRect and inEdges.

// A parallelogram about its centre: half its sides, and how a coordinate that runs from -1 to 1
// between two opposite edges changes from pixel to pixel.
struct Parallelogram {
  vec2 centre;
  vec2 across, down;
  vec2 alongAcross, alongDown;
};

Parallelogram parallelogram() {
  Parallelogram p;
  vec2 extent = inRect.zw * 0.5, middle = inRect.xy + extent;
  p.centre = inMatrix.xy * middle.x + inMatrix.zw * middle.y + inOffset;
  p.across = inMatrix.xy * extent.x;
  p.down = inMatrix.zw * extent.y;
  float det = p.across.x * p.down.y - p.across.y * p.down.x;
  p.alongAcross = vec2(p.down.y, -p.down.x) / det;
  p.alongDown = vec2(-p.across.y, p.across.x) / det;
  return p;
}

// Pixels that a softened edge may touch beyond itself: half a pixel's diagonal, and a little.
const float margin = 0.75;

// What edgeCoverage() asks for, where opposite edges are far apart: from the middle lines to the edges
// and to the end of what they touch, and the unit of that.
void broadEdges(Parallelogram p, out vec2 unit, out vec4 edgeAndEnd, out vec2 root) {
  vec4 slant;
  vec2 scale = edgeScales(
    vec4(p.alongAcross.x, p.alongDown.x, 1.0, 1.0),
    vec4(p.alongAcross.y, p.alongDown.y, 1.0, 1.0), slant).xy;
  root = sqrt(max(slant.xy, vec2(1e-4)));
  unit = scale / root;
  // Without antialiasing every fragment is well inside.
  vec2 edge = inEdges == 0u ? scale + 4.0 : scale;
  edgeAndEnd = vec4(edge / root, 0.5 / root + 0.5 * root);
}

// This corner relative to the centre.
vec2 hardCorner(Parallelogram p) {
  bvec2 isFar = bvec2((gl_VertexIndex & 1) != 0, (gl_VertexIndex & 2) != 0);
  return (isFar.x ? p.across : -p.across) + (isFar.y ? p.down : -p.down);
}

// The same moved out over antialiased edges. Sharp corners stay within a pixel around the
// parallelogram, as damage and culling expect.
vec2 softCorner(Parallelogram p) {
  bvec2 isFar = bvec2((gl_VertexIndex & 1) != 0, (gl_VertexIndex & 2) != 0);
  vec2 side = mix(vec2(-1.0), vec2(1.0), isFar);
  bvec2 soft = bvec2(
    (inEdges & (isFar.x ? 2u : 1u)) != 0u, (inEdges & (isFar.y ? 8u : 4u)) != 0u);
  vec2 grown = side;
  if (soft.x) grown.x += side.x * margin * length(p.alongAcross);
  if (soft.y) grown.y += side.y * margin * length(p.alongDown);
  vec2 reach = abs(p.across) + abs(p.down) + 1.0;
  return clamp(p.across * grown.x + p.down * grown.y, -reach, reach);
}

vec4 clipSpace(Parallelogram p, vec2 corner, float depth) {
  vec2 pixel = p.centre + corner;
  bool visible = inRect.z > 0.0 && inRect.w > 0.0 && all(lessThan(abs(pixel), vec2(1e30)))
    && all(lessThan(abs(vec4(p.alongAcross, p.alongDown)), vec4(1e30)));
  vec4 position = vec4((pixel - target.middle) * target.toClipSpace, depth, 1.0);
  // Never seen: all corners at one place.
  return visible ? position : vec4(-2.0, -2.0, 0.0, 1.0);
}
