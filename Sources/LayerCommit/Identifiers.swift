/// Identifies one layer for as long as the process runs; never reused.
package struct LayerID: Hashable, Sendable {
  package let raw: UInt64
  package init(raw: UInt64) { self.raw = raw }
}

/// Identifies one place where a layer tree is shown: a window or an offscreen output.
package struct SurfaceID: Hashable, Sendable {
  package let raw: UInt32
  package init(raw: UInt32) { self.raw = raw }
}
