/// A side or a corner of a window, by the numbers of xdg_toplevel.resize_edge.
enum WindowEdge: UInt32, CaseIterable {
  case top = 1
  case bottom = 2
  case left = 4
  case topLeft = 5
  case bottomLeft = 6
  case right = 8
  case topRight = 9
  case bottomRight = 10
}
