@testable import Demos
import CoreGraphics
import Geometry
import LayerCommit
import LayerStage
import QuartzCore
import Testing
import UIKit

/// Shows a demo on a stage. Its views live as long as the window.
@MainActor
func show(_ demo: Demo, on stage: LayerStage, theme: Theme = .dark) -> UIWindow {
  let window = UIWindow(stage: stage)
  window.rootViewController = demo.makeViewController(theme: theme)
  window.makeKeyAndVisible()
  return window
}

/// A demo's window on a stage that draws nothing, with a user.
///
/// Everything goes the whole way: an event from the display, views, layers, commit, server.
@MainActor
final class ShownDemo {
  let stage: LayerStage
  let window: UIWindow
  /// Seconds since the start.
  private(set) var time = 0.0

  init(_ name: String, size: CGSize = CGSize(width: 880, height: 560)) throws {
    var configuration = LayerStage.Configuration(size: size)
    configuration.countsOnly = true
    stage = try LayerStage(configuration)
    stage.recordCommits()
    window = show(try #require(DemoCatalog.demo(named: name)), on: stage)
    stage.commit()
    advance(by: 0.1)
  }

  func close() {
    window.close()
    stage.close()
  }

  var gallery: GalleryController {
    get throws { try #require(window.rootViewController as? GalleryController) }
  }

  func advance(by seconds: Double) {
    time += seconds
    stage.advance(to: time)
  }

  func send(_ event: InputEvent) {
    stage.inject(event)
    stage.commit()
  }

  /// Presses and lets go of a key.
  func type(_ keysym: UInt32, _ text: String = "") {
    for isPressed in [true, false] {
      send(
        .key(
          KeyEvent(
            keysym: keysym, text: text, isPressed: isPressed, time: CACurrentMediaTime())))
    }
  }

  func point(to place: CGPoint, _ phase: PointerEvent.Phase = .moved) {
    send(
      .pointer(PointerEvent(phase: phase, position: Point(place), time: CACurrentMediaTime())))
  }

  func click(_ place: CGPoint) {
    point(to: place)
    point(to: place, .pressed(.primary))
    advance(by: 0.05)
    point(to: place, .released(.primary))
  }

  func tap(_ place: CGPoint) {
    for phase in [TouchEvent.Phase.began, .ended] {
      send(
        .touch(
          TouchEvent(id: 1, phase: phase, position: Point(place), time: CACurrentMediaTime())))
      advance(by: 0.05)
    }
  }

  /// The middle of a tile, in the window.
  func tile(_ name: String) throws -> CGPoint {
    let tile = try self.gallery.gallery.tile(name)
    let face = tile.convert(tile.faceFrame, to: nil)
    return CGPoint(x: face.midX, y: face.midY)
  }
}

extension GalleryView {
  func tile(_ name: String) throws -> GalleryTile {
    try #require(tiles.first { $0.demo.name == name })
  }
}

/// Keys by XKB keysym.
enum Key {
  static let tab: UInt32 = 0xff09
  static let enter: UInt32 = 0xff0d
  static let escape: UInt32 = 0xff1b
  static let left: UInt32 = 0xff51
  static let up: UInt32 = 0xff52
  static let right: UInt32 = 0xff53
  static let down: UInt32 = 0xff54
  static let space: UInt32 = 0x20
  static let f: UInt32 = 0x66
}
