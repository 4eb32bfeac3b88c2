// Places a quad around an instance's rectangle.
//
// Fragments are not handed interpolated positions: they map their own pixel back into the plane by
// the inverse homography, so the result does not depend on how the quad was triangulated, clipped
// or scissored.

struct Quad {
  // Rows of the inverse homography, relative to the rectangle's centre:
  // (dot(x, p), dot(y, p), dot(w, p)) is the homogeneous plane point under device pixel p = (px, py, 1).
  vec3 x, y, w;
  // Half the rectangle's size in local units.
  vec2 extent;
  // Per edge (left, right, top, bottom), for edgeOffsets(): device pixels along the edge normal's
  // greater component per unit of (distance to edge · w), negative for an edge without antialiasing;
  // and the lesser component over the greater.
  vec4 edgeScale;
  vec4 edgeSlant;
};

// Never seen: all corners at one place.
const vec4 nowhere = vec4(-2.0, -2.0, 0.0, 1.0);

bool finite(vec3 v) {
  return all(lessThan(abs(v), vec3(1e30)));
}

// `grow` is how far, in local units, the visible part reaches over the rectangle's edges.
Quad placeQuad(float grow, out vec4 position) {
  // Device pixels that antialiasing adds.
  const float margin = 1.0;
  Quad quad;
  quad.extent = inRect.zw * 0.5;
  vec2 reach = quad.extent + grow;
  vec3 middle =
    inRow0.xyz * (inRect.x + quad.extent.x) + inRow1.xyz * (inRect.y + quad.extent.y) + inRow2.xyz;
  float nearest = middle.z + abs(reach.x * inRow0.z) + abs(reach.y * inRow1.z);

  // The inverse is taken about the place of the centre on the screen, where it is well conditioned.
  vec2 anchor = abs(middle.z) > 1e-3 * nearest ? middle.xy / middle.z : vec2(0.0);
  vec3 c0 = vec3(inRow0.xy - anchor * inRow0.z, inRow0.z);
  vec3 c1 = vec3(inRow1.xy - anchor * inRow1.z, inRow1.z);
  vec3 c2 = vec3(middle.xy - anchor * middle.z, middle.z);
  vec3 x = cross(c1, c2), y = cross(c2, c0), w = cross(c0, c1);
  float det = dot(c0, x);
  x /= det;
  y /= det;
  w /= det;
  x.z -= dot(x.xy, anchor);
  y.z -= dot(y.xy, anchor);
  w.z -= dot(w.xy, anchor);
  quad.x = x;
  quad.y = y;
  quad.w = w;

  vec4 scale;
  edges(x, y, w, quad.extent, scale, quad.edgeSlant);
  int bits = int(clamp(inParams.y, 0.0, 31.0));
  bvec4 soft = notEqual(ivec4(bits) & ivec4(1, 2, 4, 8), ivec4(0));
  quad.edgeScale = mix(-scale, scale, soft);

  // This corner is where two edge lines meet, as lines in device pixels (their dot product with
  // (px, py, 1) is the distance, inside positive), each moved out if it is antialiased. The product
  // is homogeneous, so corners behind the viewer are left to the clipper.
  bvec2 isFar = bvec2((gl_VertexIndex & 1) != 0, (gl_VertexIndex & 2) != 0);
  vec2 side = mix(vec2(-1.0), vec2(1.0), isFar);
  vec3 lineX = reach.x * w - side.x * x;
  vec3 lineY = reach.y * w - side.y * y;
  lineX *= inversesqrt(dot(lineX.xy, lineX.xy));
  lineY *= inversesqrt(dot(lineY.xy, lineY.xy));
  lineX.z += (isFar.x ? soft.y : soft.x) ? margin : 0.0;
  lineY.z += (isFar.y ? soft.w : soft.z) ? margin : 0.0;
  vec3 corner = cross(lineX, lineY) * (side.x * side.y * sign(det));

  // Edges that meet at a sharp angle, as those of a card seen nearly from its edge, would soften far
  // beyond the corner. The quad ends where the margin around its corners does, so that damage and
  // culling know what it can touch.
  vec3 across = inRow0.xyz * reach.x, down = inRow1.xyz * reach.y;
  vec3 c00 = middle - across - down, c10 = middle + across - down;
  vec3 c01 = middle - across + down, c11 = middle + across + down;
  if (min(min(c00.z, c10.z), min(c01.z, c11.z)) > 0.0) {
    vec2 p00 = c00.xy / c00.z, p10 = c10.xy / c10.z, p01 = c01.xy / c01.z, p11 = c11.xy / c11.z;
    vec2 low = min(min(p00, p10), min(p01, p11)) - margin;
    vec2 high = max(max(p00, p10), max(p01, p11)) + margin;
    vec2 own = isFar.y ? (isFar.x ? p11 : p01) : (isFar.x ? p10 : p00);
    corner = vec3(clamp(corner.z > 0.0 ? corner.xy / corner.z : own, low, high), 1.0);
  }

  position = vec4((corner.xy - target.middle * corner.z) * target.toClipSpace, 0.0, corner.z);
  bool visible = quad.extent.x > 0.0 && quad.extent.y > 0.0 && nearest > 0.0 && finite(x)
    && finite(y) && finite(w) && finite(corner) && finite(position.xyw) && abs(det) > 1e-30;
  if (!visible) position = nowhere;
  return quad;
}
