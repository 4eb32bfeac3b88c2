import Foundation
import Geometry

extension CGPath {
  /// The smallest rectangle around all points, control points included; null for an empty path.
  public var boundingBox: CGRect { path.controlBounds.map { CGRect($0) } ?? .null }

  /// The smallest rectangle around the path itself, control points aside; null for an empty path.
  public var boundingBoxOfPath: CGRect { path.bounds.map { CGRect($0) } ?? .null }

  /// Whether the path is one rectangle with upright sides, which `rect` is set to.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = path.rectangle else { return false }
    // Safety: the caller's pointer is to a rectangle of its own, or nil.
    unsafe rect?.pointee = CGRect(found)
    return true
  }
}

extension Path {
  /// The rectangle that is all there is in the path.
  fileprivate var rectangle: Rect? {
    let subpaths = subpaths
    guard subpaths.count == 1 else { return nil }
    var corners = [subpaths[0].start]
    for segment in subpaths[0].segments {
      guard case .line(_, let end) = segment else { return nil }
      corners.append(end)
    }
    // Back to the start, or with the last side left out.
    guard corners.count == 4 || (corners.count == 5 && corners[4] == corners[0]) else { return nil }
    let box = Rect(bounding: corners)
    let isAcross = corners[0].y == corners[1].y
    for i in 0..<4 {
      let a = corners[i], b = corners[(i + 1) % 4]
      let runsAcross = isAcross == i.isMultiple(of: 2)
      guard runsAcross ? a.y == b.y && a.x != b.x : a.x == b.x && a.y != b.y else { return nil }
    }
    return box
  }
}
