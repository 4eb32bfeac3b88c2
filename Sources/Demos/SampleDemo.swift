import CoreGraphics
import QuartzCore

extension Demo {
  static let sample = Demo(
    name: "gallery", title: "Sample", summary: "A square turns and fades.", duration: 2,
    photographTimes: [0, 0.5, 1]
  ) { root, size in
    let square = CALayer()
    square.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    square.position = CGPoint(x: size.width / 2, y: size.height / 2)
    square.backgroundColor = CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
    root.addSublayer(square)
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.toValue = Double.pi
    turn.duration = 1
    turn.repeatCount = .infinity
    square.add(turn, forKey: "turn")
  }
}
