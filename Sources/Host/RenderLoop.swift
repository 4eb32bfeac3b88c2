/// x
package final class RenderLoop {
  init(wake: Int32) {}
  func turn() {}
  func closeAll() {}
}
