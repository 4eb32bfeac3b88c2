import Glibc

/// Sine and cosine of an angle in radians, each within 1e-15 of the true value: both at once, in
/// line and without a branch that depends on the quadrant, so that a loop over thousands of angles
/// keeps its pace.
///
/// The angle is brought into ±π/4 by a π/2 in three parts, of which the first two have few enough
/// digits to be multiplied exactly (Cody and Waite, 1980); the polynomials are those of fdlibm's
/// `__kernel_sin` and `__kernel_cos`.
@inline(__always) func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  // Beyond, the exact products would not be exact. The comparison is false for NaN, too.
  guard abs(angle) < 500_000 else { return (sin(angle), cos(angle)) }
  // Adding 1.5·2^52 leaves the nearest whole number in the last bits.
  let shifted = angle * 0.636_619_772_367_581_4 + 6_755_399_441_055_744
  let quadrant = shifted.bitPattern
  let n = shifted - 6_755_399_441_055_744
  let r =
    ((angle - n * 1.570_796_326_734_125_6) - n * 6.077_100_506_303_966e-11)
    - n * 2.022_266_248_795_950_6e-21
  let z = r * r
  let sinePart =
    ((((1.589_690_995_211_550_1e-10 * z - 2.505_076_025_340_686_3e-8) * z
      + 2.755_731_370_707_006_8e-6) * z - 1.984_126_982_985_795e-4) * z
      + 8.333_333_333_322_49e-3) * z - 0.166_666_666_666_666_32
  let cosinePart =
    ((((2.087_572_321_298_175e-9 - 1.135_964_755_778_819_5e-11 * z) * z
      - 2.755_731_435_139_066_3e-7) * z + 2.480_158_728_947_673e-5) * z
      - 1.388_888_888_887_411e-3) * z + 4.166_666_666_666_66e-2
  let s = (r + r * z * sinePart).bitPattern
  let c = (1 - 0.5 * z + z * z * cosinePart).bitPattern
  // Odd quadrants exchange the two; the second bit turns the signs around.
  let exchange = (s ^ c) & (0 &- (quadrant & 1))
  let sine = s ^ exchange ^ (quadrant & 2) << 62
  let cosine = c ^ exchange ^ ((quadrant &+ 1) & 2) << 62
  return (Double(bitPattern: sine), Double(bitPattern: cosine))
}
