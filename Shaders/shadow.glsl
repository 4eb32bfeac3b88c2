// A blurred rounded rectangle: that of a rectangle, less what the blurred corners cut off.

// The share of a normal distribution below t standard deviations: an odd polynomial fitted to
// ±2.95, where it reaches 0 and 1; error below 0.002.
vec2 normalShare(vec2 t) {
  t = clamp(t, vec2(-2.95), vec2(2.95));
  vec2 s = t * t;
  return 0.5 + t * (0.393161826 + s * (-0.0568438645 + s * (0.00534071996 + s * -2.02494193e-4)));
}

// What a round corner cuts off, blurred, is close to a normal distribution of the same area, middle
// and spread: within 0.002 for radii up to two standard deviations. x: how far from either edge its
// middle lies; y, z: what the squared distance and the product of both distances from the middle count
// for, in sixteenths of the exponent; w: its height. All in standard deviations; `radius` too.
vec4 smallCorner(float radius) {
  float square = radius * radius;
  float spread = 1.0 + 0.0351586 * square, both = -0.0206836 * square;
  float det = spread * spread - both * both;
  return vec4(
    0.223369 * radius, spread / (32.0 * det), -both / (16.0 * det),
    0.2146018 * 0.1591549 * square * inversesqrt(det));
}

// `p`: distances from the corner's two edges, inside positive.
float cutBySmallCorner(vec2 p, vec4 corner) {
  vec2 e = p - corner.x;
  // (1 − x / 16)^16 for exp(−x).
  float rest = max(1.0 - corner.y * dot(e, e) - corner.z * (e.x * e.y), 0.0);
  rest *= rest;
  rest *= rest;
  rest *= rest;
  rest *= rest;
  return corner.w * rest;
}
