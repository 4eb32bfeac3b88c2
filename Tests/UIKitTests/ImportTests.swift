import Testing
import UIKit

@Suite("import UIKit")
struct ImportTests {
  @Test("brings layers, Core Graphics and Foundation with it")
  func names() {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    let interval: TimeInterval = CACurrentMediaTime()
    #expect(layer.bounds.width == 10 && interval > 0)
  }
}
