import QuartzCore
import Testing

@MainActor
@Suite("F23 h05: a rotation as a matrix loses whole turns, a rotation as an angle does not")
struct RotationPathTests {
  private func spinner(on stage: TestStage, scale: CGFloat = 1) -> CALayer {
    stage.add(CALayer()) {
      $0.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
      $0.position = CGPoint(x: 200, y: 200)
      $0.transform = CATransform3DMakeScale(scale, scale, 1)
    }
  }

  private func expectRow(
    of layer: CALayer, _ stage: TestStage, _ m11: Double, _ m12: Double, _ why: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    expect(
      layer.presentation().map { [Double($0.transform.m11), Double($0.transform.m12)] },
      near: [m11, m12], why, sourceLocation: sourceLocation)
    let row = try stage.served(layer).transform.r0
    expect([row.x, row.y], near: [m11, m12], why, sourceLocation: sourceLocation)
  }

  @Test("A whole turn given as a matrix does nothing, given as an angle it turns")
  func wholeTurn() throws {
    let stage = try TestStage()
    let byMatrix = spinner(on: stage), byAngle = spinner(on: stage)
    stage.commit()
    let matrix = CABasicAnimation(keyPath: "transform")
    matrix.fromValue = CATransform3DIdentity
    matrix.toValue = CATransform3DMakeRotation(.pi * 2, 0, 0, 1)
    matrix.duration = 1
    byMatrix.add(matrix, forKey: nil)
    let angle = CABasicAnimation(keyPath: "transform.rotation")
    angle.fromValue = 0
    angle.toValue = CGFloat.pi * 2
    angle.duration = 1
    byAngle.add(angle, forKey: nil)
    stage.mark()
    stage.at(0.25)
    try expectRow(of: byMatrix, stage, 1, 0, "the matrix is the identity all along")
    try expectRow(of: byAngle, stage, 0, 1, "the angle is at a quarter turn")
  }

  @Test(
    "More than half a turn given as a matrix takes the short way back; as an angle the long way",
    arguments: [(179.0, 89.5), (181.0, -89.5)])
  func shortWay(degrees: Double, halfWay: Double) throws {
    let stage = try TestStage()
    let byMatrix = spinner(on: stage), byAngle = spinner(on: stage)
    stage.commit()
    let radians = degrees * .pi / 180
    let matrix = CABasicAnimation(keyPath: "transform")
    matrix.toValue = CATransform3DMakeRotation(CGFloat(radians), 0, 0, 1)
    matrix.duration = 2
    byMatrix.add(matrix, forKey: nil)
    let angle = CABasicAnimation(keyPath: "transform.rotation.z")
    angle.toValue = radians
    angle.duration = 2
    byAngle.add(angle, forKey: nil)
    stage.mark()
    stage.at(1)
    let short = halfWay * .pi / 180
    try expectRow(of: byMatrix, stage, cos(short), sin(short), "the matrix at half time")
    try expectRow(of: byAngle, stage, cos(radians / 2), sin(radians / 2), "the angle at half time")
  }

  @Test("The rotation key path rewrites only the rotation")
  func scaleSurvives() throws {
    let stage = try TestStage()
    let scaled = spinner(on: stage, scale: 2)
    stage.commit()
    let quarter = CABasicAnimation(keyPath: "transform.rotation.z")
    quarter.fromValue = 0.0
    quarter.toValue = Double.pi / 2
    quarter.duration = 1
    scaled.add(quarter, forKey: nil)
    stage.mark()
    stage.at(0.5)
    try expectRow(of: scaled, stage, 1.414214, 1.414214, "twice the half of a quarter turn")
  }
}
