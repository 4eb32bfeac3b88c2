/// Features that are being built: their tests are turned off until they are there.
enum Awaited {
  static let shapes = true
}
