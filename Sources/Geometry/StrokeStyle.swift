package enum LineCap: Hashable, Sendable { case butt, round, square }
package enum LineJoin: Hashable, Sendable { case miter, round, bevel }
package enum FillRule: Hashable, Sendable { case nonZero, evenOdd }

/// The pen that turns a path into an outline.
package struct StrokeStyle: Hashable, Sendable {
  /// In the path's space.
  package var width: Double
  package var cap = LineCap.butt
  package var join = LineJoin.miter
  /// How many half widths a miter reaches from its corner before it becomes a bevel.
  package var miterLimit = 10.0

  package init(
    width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }
}
