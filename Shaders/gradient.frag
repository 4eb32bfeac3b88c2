#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"
#include "ramps.glsl"
#include "gradient.glsl"

// Straight colours are mixed from stop to stop: before the first and after the last nothing changes.
vec4 colorAt(float t) {
  int i = stops.z, end = i + 2 * ((stops.w >> 3) - 1);
  vec4 mixed = ramps[i];
  float low = ramps[i + 1].x;
  // Tested at the end: some drivers run a loop's body once more than needed otherwise.
  do {
    i += 2;
    float high = ramps[i + 1].x;
    float share = high > low ? clamp((t - low) / (high - low), 0.0, 1.0) : step(high, t);
    mixed = mix(mixed, ramps[i], share);
    low = high;
  } while (i < end);
  return mixed;
}

// Coverage where opposite edges are far apart, their corners are alike, and there is no perspective: the
// nearer edges and the nearest corner, with the same results.
float plainCoverage(vec2 q, vec2 extent) {
  vec2 covered =
    clamp(0.5 + edgeOffsets((extent - abs(q)) * edgeScale.xz, edgeSlant.xz), 0.0, 1.0);
  vec2 k = abs(q) - (extent - radii.x);
  float reach = length(k);
  vec2 n = sign(q) * k / reach;
  bool inCorner = min(k.x, k.y) > 0.0 && radii.x > 0.0;
  float corner = 0.5 + edgeOffset(radii.x - reach, n.x * planeX.xy + n.y * planeY.xy);
  return min(covered.x * covered.y, inCorner ? corner : 1.0);
}

float anyCoverage(vec3 point, vec2 extent) {
  vec4 distances = edgeDistances(point, extent, edgeScale);
  float corner = cornerCoverage(point, extent, radii, planeX.xy, planeY.xy, planeW.xy);
  float other = continuousCoverage(point, extent, radii, planeX.xy, planeY.xy, planeW.xy);
  corner = (stops.w & 4) != 0 ? other : corner;
  return min(boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale), corner);
}

// A rounded rectangle filled with a gradient.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec2 extent = vec2(planeX.w, planeY.w);
  vec2 offset = intBitsToFloat(stops.xy);
  float coverage;
  vec4 paint;
  if (plain) {
    vec2 q = vec2(dot(planeX.xyz, vec3(pixel, 1.0)), dot(planeY.xyz, vec3(pixel, 1.0)));
    coverage = plainCoverage(q, extent);
    float along = dot(toGradient.xy, q) + offset.x;
    paint = mix(stopColor, lastColor, clamp(along, 0.0, 1.0));
  } else {
    vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
    coverage = anyCoverage(point, extent) * clipCoverage(pixel);
    vec2 q = point.xy / point.z;
    float along = dot(toGradient.xy, q) + offset.x;
    vec2 place = vec2(along, dot(toGradient.zw, q) + offset.y);
    // At its very centre a conic gradient has no angle.
    float angle = atan(place.y, place == vec2(0.0) ? 1.0 : place.x) * 0.15915494;
    int type = stops.w & 3;
    float t = type == axial ? along : type == radial ? length(place) : fract(angle);
    paint = colorAt(t);
  }
  paint = vec4(paint.rgb * paint.a, paint.a);
  result = (paint + under * (1.0 - paint.a)) * color * coverage;
}
