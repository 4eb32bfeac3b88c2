/// The part of a window that has the attention of an input device.
struct InputFocus {
  weak var window: WaylandWindow?
  var part: WindowPart
}
