// What the stages of a gradient share.
const int axial = 0, radial = 1, conic = 2;

// Axial gradients of two stops, without clips, perspective and continuous corners. Reading stops for
// every fragment is slow on some drivers.
layout(constant_id = 1) const bool plain = false;

layout(location = 13) VARYING vec4 radii;
// Place in the gradient = (dot(xy, point), dot(zw, point)) + offset for points of the plane about the
// rectangle's centre. Axial: x runs along it. Radial: 1 away from 0 is its end. Conic: +x is its start.
layout(location = 14) VARYING vec4 toGradient;
layout(location = 15) VARYING vec2 offset;
// Plain: the colours of both stops, straight.
layout(location = 16) VARYING vec4 stopColor;
layout(location = 17) VARYING vec4 lastColor;
// Where the stops begin, how many there are, the type, 1 for continuous corners.
layout(location = 18) VARYING ivec4 stops;
