#version 450
#extension GL_GOOGLE_include_directive : require
#include "target.glsl"
#include "coverage.glsl"
#include "clips.glsl"
#include "plane.glsl"

// False where no shape of the batch has a border.
layout(constant_id = 1) const bool bordered = true;
// Some have corners that flow into the sides.
layout(constant_id = 2) const bool continuous = false;

layout(location = 13) flat in vec4 radii;
layout(location = 14) flat in vec4 borderColor;
layout(location = 15) flat in int flows;

float corners(vec3 point, vec2 extent, vec4 radii) {
  float circular = cornerCoverage(point, extent, radii, planeX.xy, planeY.xy, planeW.xy);
  if (!continuous) return circular;
  float other = continuousCoverage(point, extent, radii, planeX.xy, planeY.xy, planeW.xy);
  return flows != 0 ? other : circular;
}

// A filled rounded rectangle with a border inside its edge.
void main() {
  vec2 pixel = gl_FragCoord.xy + target.origin;
  vec3 point = planePoint(planeX.xyz, planeY.xyz, planeW.xyz, pixel);
  vec2 extent = vec2(planeX.w, planeY.w);
  vec4 distances = edgeDistances(point, extent, edgeScale);
  float outer = min(
    boxCoverage(edgeOffsets(distances, edgeSlant), edgeScale), corners(point, extent, radii));
  vec4 paint = color * outer;
  if (bordered) {
    float width = planeW.w;
    // Of the covered part of the pixel, `ring` shows the border over the fill and the rest the fill.
    float inner = min(
      boxCoverage(edgeOffsets(distances - width * point.z * abs(edgeScale), edgeSlant)),
      corners(point, extent - width, max(radii - width, vec4(0.0))));
    float ring = max(outer - inner, 0.0);
    paint = color * (outer - ring * borderColor.a) + borderColor * ring;
  }
  paint *= clipCoverage(pixel);
  result = paint;
}
