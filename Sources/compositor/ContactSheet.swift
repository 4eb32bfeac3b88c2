import CoreGraphics
import Demos
import Foundation
import LayerStage
import QuartzCore

/// One picture of many: a row per demo, a column per time, each with its label. Laid out and drawn
/// with the library itself.
@MainActor
struct ContactSheet {
  private struct Shot {
    var image: CGImage
    var time: Double
  }

  private let options: DemoOptions

  /// Pixels.
  private static let gap = 16.0
  private static let captionHeight = 28.0
  private static let titleHeight = 44.0

  init(_ options: DemoOptions) {
    self.options = options
  }

  func write(to path: String) throws(Failure) {
    var rows: [(demo: Demo, shots: [Shot])] = []
    for demo in options.demos {
      guard !Interruption.isRequested else { return }
      Console.note("\(demo.name)")
      rows.append((demo, try photograph(demo)))
    }
    guard !Interruption.isRequested else { return }
    try OutputFile.write(try compose(rows), to: path)
    Console.note("wrote \(path)")
  }

  private func photograph(_ demo: Demo) throws(Failure) -> [Shot] {
    let window = try StageFactory.openHeadless(options, demo: demo)
    defer { window.close() }
    let stage = window.stage
    var shots: [Shot] = []
    for time in options.times ?? demo.photographTimes where !Interruption.isRequested {
      stage.advance(to: time)
      shots.append(
        Shot(image: try StageFactory.translating { try stage.snapshot() }, time: time))
    }
    try StageFactory.checkValidation(stage, options)
    return shots
  }

  private func compose(_ rows: [(demo: Demo, shots: [Shot])]) throws(Failure) -> CGImage {
    let columns = Double(max(1, rows.map(\.shots.count).max() ?? 1))
    var cell = CGSize(
      width: (options.size.width * options.scale).rounded(.up),
      height: (options.size.height * options.scale).rounded(.up))
    // Full size where that fits an image, evenly smaller where not.
    let limit = Double(DemoOptions.maximumSize)
    let fitX = (limit - Self.gap) / columns - Self.gap
    let fitY = (limit - Self.gap) / Double(max(1, rows.count)) - Self.rowHeight(picture: 0)
    let shrink = min(1, fitX / cell.width, fitY / cell.height)
    cell = CGSize(
      width: max(1, (cell.width * shrink).rounded(.down)),
      height: max(1, (cell.height * shrink).rounded(.down)))
    let rowHeight = Self.rowHeight(picture: cell.height)
    let size = CGSize(
      width: columns * (cell.width + Self.gap) + Self.gap,
      height: Double(rows.count) * rowHeight + Self.gap)
    let stage = try StageFactory.open(
      options, output: .headless(framesPerSecond: 60), title: "Contact sheet", size: size, scale: 1)
    defer { stage.close() }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (index, row) in rows.enumerated() {
      add(row.demo, row.shots, y: Double(index) * rowHeight, cell: cell, to: stage.rootLayer)
    }
    CATransaction.commit()
    return try StageFactory.translating { try stage.snapshot() }
  }

  private static func rowHeight(picture: Double) -> Double {
    titleHeight + picture + captionHeight + gap
  }

  private func add(_ demo: Demo, _ shots: [Shot], y: Double, cell: CGSize, to root: CALayer) {
    let width = root.bounds.width - 2 * Self.gap
    root.addSublayer(
      label(
        "\(demo.title)   \(demo.name)", size: 20, color: Theme.current.text,
        frame: CGRect(x: Self.gap, y: y + 14, width: width, height: Self.titleHeight - 14)))
    for (column, shot) in shots.enumerated() {
      let x = Self.gap + Double(column) * (cell.width + Self.gap)
      let picture = CALayer()
      picture.frame = CGRect(
        x: x, y: y + Self.titleHeight, width: cell.width, height: cell.height)
      picture.contents = shot.image
      root.addSublayer(picture)
      root.addSublayer(
        label(
          String(format: "%.3f s", shot.time), size: 14, color: Theme.current.secondaryText,
          frame: CGRect(
            x: x, y: picture.frame.maxY + 6, width: cell.width, height: Self.captionHeight - 6)))
    }
  }

  private func label(_ text: String, size: Double, color: CGColor, frame: CGRect) -> CATextLayer {
    let label = CATextLayer()
    label.string = text
    label.fontSize = size
    label.foregroundColor = color
    label.contentsScale = 1
    label.frame = frame
    return label
  }
}
