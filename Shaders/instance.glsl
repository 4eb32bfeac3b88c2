// One DrawList.Instance per quad, as vertex attributes.
layout(location = 0) in vec4 inRow0;
layout(location = 1) in vec4 inRow1;
layout(location = 2) in vec4 inRow2;
layout(location = 3) in vec4 inRect;
layout(location = 4) in vec4 inColor;
layout(location = 5) in vec4 inExtra;
layout(location = 6) in vec4 inRadii;
layout(location = 7) in vec2 inParams;
layout(location = 8) in int inClip;
layout(location = 9) in int inRamp;

// Corners flow into the sides.
bool isContinuous() {
  return (int(clamp(inParams.y, 0.0, 31.0)) & 16) != 0;
}

// Radii that fit: no corner reaches past the middle of a side.
vec4 fittingRadii(vec2 extent) {
  return clamp(inRadii, vec4(0.0), vec4(min(extent.x, extent.y)));
}
