// What the stages of a gradient share.
const int axial = 0, radial = 1, conic = 2;

// Axial gradients of two stops, without clips, perspective and continuous corners, all corners alike, at
// least two pixels wide and high. Reading stops for every fragment is slow on some drivers.
layout(constant_id = 1) const bool plain = false;

layout(location = 12) VARYING vec4 radii;
// Place in the gradient = (dot(xy, point), dot(zw, point)) + offset for points of the plane about the
// rectangle's centre. Axial: x runs along it. Radial: 1 away from 0 is its end. Conic: +x is its start.
layout(location = 13) VARYING vec4 toGradient;
// The offset's bits; where the stops begin; how many there are, times 8, and the type, and 4 for
// continuous corners.
layout(location = 14) VARYING ivec4 stops;
// What lies under the gradient, premultiplied.
layout(location = 15) VARYING vec4 under;
// Plain: the colours of both stops, straight, in the place of the clip.
#define stopColor clipX
#define lastColor clipY
