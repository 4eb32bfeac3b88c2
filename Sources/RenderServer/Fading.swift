/// How the opacity, and with it the tint, of layers above comes to what is drawn.
struct Fading {
  static let none = Fading(factor: .one, isApart: false)

  /// Multiplies premultiplied colours.
  var factor: SIMD4<Double>
  /// Every piece fades by itself: a layer above may not make a group.
  var isApart: Bool

  /// For what is drawn within a pass, if the pass itself is drawn with `outside`.
  var inside: Fading { isApart ? self : .none }
  var outside: SIMD4<Double> { isApart ? .one : factor }
}
