/// A path as drawn: subpaths of lines and Bézier curves, each started by a `move`.
package struct Path: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quad(control: Point, to: Point)
    case cubic(control1: Point, control2: Point, to: Point)
    case close
  }

  package var elements: [Element]

  package init(_ elements: [Element] = []) { self.elements = elements }

  package var isEmpty: Bool { elements.isEmpty }

  /// A rectangle or rounded rectangle the path was made from, in the path's space. The renderer
  /// casts the shadow of these without looking at the elements; in a shadow, corners that flow into
  /// the sides look like circular ones.
  package var roundedRect: RoundedRect?
}

/// A rectangle with one circular radius at all four corners.
package struct RoundedRect: Hashable, Sendable {
  package var rect: Rect
  package var radius: Double

  package init(rect: Rect, radius: Double) {
    self.rect = rect
    self.radius = radius
  }
}
