// One Picture per quad, as vertex attributes.
layout(location = 0) in vec4 inMatrix;
layout(location = 1) in vec4 inRect;
layout(location = 2) in vec4 inColor;
layout(location = 3) in vec4 inPlace;
layout(location = 4) in vec4 inLimits;
layout(location = 5) in vec2 inOffset;
layout(location = 6) in uint inEdges;
layout(location = 7) in float inDepth;
#include "parallelogram.glsl"

// Texture coordinate at a place relative to the centre.
vec2 textureCoordinate(Parallelogram p, vec2 place) {
  return inPlace.xy
    + inPlace.zw * (0.5 + 0.5 * vec2(dot(p.alongAcross, place), dot(p.alongDown, place)));
}
