// One DrawList.Solid per quad, as vertex attributes.
layout(location = 0) in vec4 inMatrix;
layout(location = 1) in vec4 inRect;
layout(location = 2) in vec4 inColor;
layout(location = 3) in vec2 inOffset;
layout(location = 4) in uint inEdges;
#include "parallelogram.glsl"
