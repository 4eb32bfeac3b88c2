// The stops of gradients and the matrices of filters, as DrawList.Instance.ramp says.
layout(std430, set = 0, binding = 1) readonly buffer Ramps { vec4 ramps[]; };

bool hasRamp(int first, int count) {
  return first >= 0 && count >= 0 && count <= target.rampCount && first <= target.rampCount - count;
}
