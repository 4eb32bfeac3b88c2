/// Features that are being built: their tests are turned off until they are there.
enum Awaited {
  static let gradients = true
  static let shapes = true
  static let continuousCorners = true
}
