// Ways of mixing, as DrawList.BlendMode counts them.
const int multiply = 0, screen = 1, overlay = 2, darken = 3, lighten = 4, colorDodge = 5,
  colorBurn = 6, softLight = 7, hardLight = 8, difference = 9, exclusion = 10;
const int hue = 11, saturation = 12, colorOnly = 13;
const int plusLighter = 15, plusDarker = 16, copyMode = 26;

// From plusLighter on: source and backdrop are weighed by x + y · backdrop's alpha and z + w · source's
// alpha.
const vec4 weighed[12] = vec4[](
  vec4(1.0, 0.0, 1.0, 0.0), vec4(1.0, 0.0, 1.0, 0.0),  // plusLighter, plusDarker
  vec4(0.0, 1.0, 0.0, 0.0), vec4(1.0, -1.0, 0.0, 0.0),  // sourceIn, sourceOut
  vec4(0.0, 1.0, 1.0, -1.0), vec4(1.0, -1.0, 1.0, 0.0),  // sourceAtop, destinationOver
  vec4(0.0, 0.0, 0.0, 1.0), vec4(0.0, 0.0, 1.0, -1.0),  // destinationIn, destinationOut
  vec4(1.0, -1.0, 0.0, 1.0), vec4(1.0, -1.0, 1.0, -1.0),  // destinationAtop, xor
  vec4(0.0), vec4(1.0, 0.0, 0.0, 0.0));  // clear, copy
