import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension DemoCatalog {
  static let text = Demo(
    name: "text", title: "Text",
    summary: "Attributes, scripts in both directions, emoji, wrapping, alignment and truncation.",
    duration: 6, photographTimes: [0.5, 1.5, 2.6]
  ) { canvas in TextScene(canvas: canvas) }
}

/// Text layers at rest, and some whose width changes, so that they are laid out anew.
@MainActor
final class TextScene: LiveScene {
  /// A text that becomes narrower and wider again, with the lines at its sides.
  private struct Elastic {
    let texts: [CATextLayer]
    let edges: [CALayer]
    let center: CGFloat
    let widths: ClosedRange<CGFloat>
  }

  /// Seconds from wide to narrow and back.
  private static let period = 6.0

  private let canvas: DemoCanvas
  private var elastics: [Elastic] = []

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    let rows = canvas.grid(columns: 1, rows: 2)
    let top = canvas.grid(columns: 2, rows: 1, in: rows[0])
    buildAttributes(in: canvas.cell(top[0], "NSAttributedString"))
    buildScripts(in: canvas.cell(top[1], "fallback fonts, bidirectional"))
    let bottom = canvas.grid(columns: 3, rows: 1, in: rows[1])
    buildWrapping(in: canvas.cell(bottom[0], "isWrapped"))
    buildAlignments(in: canvas.cell(bottom[1], "alignmentMode"))
    buildTruncations(in: canvas.cell(bottom[2], "truncationMode"))
    tick(at: 0)
  }

  private func add(_ string: Any, _ frame: CGRect, to layer: CALayer) -> CATextLayer {
    let text = CATextLayer()
    text.string = string
    text.font = "Inter"
    text.fontSize = 17
    text.foregroundColor = canvas.theme.text
    text.frame = frame
    layer.addSublayer(text)
    return text
  }

  // MARK: At rest

  private func buildAttributes(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    func part(
      _ string: String, size: CGFloat = 20, weight: Metrics.Weight = .regular,
      color: CGColor? = nil, _ attributes: [NSAttributedString.Key: Any] = [:]
    ) -> NSAttributedString {
      var all = attributes
      all[.font] = UIFont(name: weight.fontName, size: size)
      all[.foregroundColor] = UIColor(cgColor: color ?? theme.text)
      return NSAttributedString(string: string, attributes: all)
    }
    let string = NSMutableAttributedString(string: "")
    let parts = [
      part("Core ", size: 40, weight: .bold, color: theme.cyan),
      part("Animation\n", size: 40, color: theme.text),
      part("S P A C E D\n", size: 15, weight: .medium, color: theme.secondaryText, [.kern: 4]),
      part("underlined", [.underlineStyle: NSUnderlineStyle.single.rawValue]),
      part("  "),
      part("struck", [.strikethroughStyle: NSUnderlineStyle.single.rawValue]),
      part("  "),
      part(" marked ", color: theme.background, [.backgroundColor: UIColor(cgColor: theme.amber)]),
      part("  mc"),
      part("2", size: 13, [.baselineOffset: 8]),
    ]
    for part in parts { string.append(part) }
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 6
    string.addAttribute(
      .paragraphStyle, value: style, range: NSRange(location: 0, length: string.length))
    _ = add(string, cell.centered(344, 124).offsetBy(dx: 0, dy: 8), to: cell.layer)
  }

  private func buildScripts(in cell: DemoCanvas.Cell) {
    let lines: [(String, CATextLayerAlignmentMode)] = [
      ("Ελληνικά, русский, français", .natural), ("Peace is שלום, and سلام too", .natural),
      ("مرحبا بالعالم", .natural), ("👋🏽 🌍 🚀 🎉 ❤️ 👩‍🚀", .natural),
    ]
    let frame = cell.centered(344, 140)
    for (index, (string, alignment)) in lines.enumerated() {
      let text = add(
        string,
        CGRect(x: frame.minX, y: frame.minY + CGFloat(index) * 36, width: frame.width, height: 32),
        to: cell.layer)
      text.fontSize = 22
      text.alignmentMode = alignment
    }
  }

  private func buildAlignments(in cell: DemoCanvas.Cell) {
    let modes: [(CATextLayerAlignmentMode, String)] = [
      (.left, "to the left"), (.center, "in the middle"), (.right, "to the right"),
      (.justified, "both sides are straight here"),
    ]
    let frame = cell.centered(176, 140)
    for (index, (mode, string)) in modes.enumerated() {
      let text = add(
        string,
        CGRect(x: frame.minX, y: frame.minY + CGFloat(index) * 32, width: frame.width, height: 48),
        to: cell.layer)
      text.alignmentMode = mode
      text.isWrapped = true
      text.foregroundColor = canvas.theme.accent(index)
    }
  }

  // MARK: Laid out anew

  private func buildWrapping(in cell: DemoCanvas.Cell) {
    let text = add(
      "Words go to the next line where they do not fit, and what is left ends in an ellipsis.",
      cell.centered(200, 112), to: cell.layer)
    text.isWrapped = true
    text.truncationMode = .end
    addElastic([text], in: cell, widths: 112...200)
  }

  private func buildTruncations(in cell: DemoCanvas.Cell) {
    let modes: [CATextLayerTruncationMode] = [.start, .middle, .end]
    let frame = cell.centered(200, 112)
    let texts = modes.enumerated().map { index, mode in
      let text = add(
        "Pictures/Summer.png",
        CGRect(x: frame.minX, y: frame.minY + 4 + CGFloat(index) * 40, width: 200, height: 26),
        to: cell.layer)
      text.truncationMode = mode
      return text
    }
    addElastic(texts, in: cell, widths: 100...188)
  }

  private func addElastic(
    _ texts: [CATextLayer], in cell: DemoCanvas.Cell, widths: ClosedRange<CGFloat>
  ) {
    let height: CGFloat = 124
    let edges = (0..<2).map { _ in
      canvas.box(
        CGRect(x: 0, y: cell.center.y - height / 2, width: 2, height: height),
        color: canvas.theme.well, on: cell.layer)
    }
    elastics.append(Elastic(texts: texts, edges: edges, center: cell.center.x, widths: widths))
  }

  func tick(at time: Double) {
    let share = 0.5 + 0.5 * cos(2 * .pi * time / Self.period)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for elastic in elastics {
      let (least, most) = (elastic.widths.lowerBound, elastic.widths.upperBound)
      // In steps of two points, from the middle: text stays where its pixels are.
      let half = ((least + (most - least) * CGFloat(share)) / 2).rounded()
      for text in elastic.texts where text.bounds.width != 2 * half {
        text.frame = CGRect(
          x: elastic.center - half, y: text.frame.minY, width: 2 * half, height: text.frame.height)
      }
      for (edge, side) in zip(elastic.edges, [-1, 1] as [CGFloat]) {
        edge.position.x = elastic.center + side * (half + 9)
      }
    }
    CATransaction.commit()
  }
}
