import CoreGraphicsAPI
import Geometry
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

@Suite("A window that is resized", .serialized)
@MainActor
struct ResizeTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  @Test(
    "A hundred sizes within a second end in the right one, and no frame is stretched",
    arguments: [true, false])
  func storm(answers: Bool) throws {
    let window = try PacingWindow()
    try window.start()
    window.keepMoving(window.addBox(CGRect(x: 10, y: 10, width: 30, height: 20), red))
    try window.turn()
    let before = try window.window()
    var sent = 0
    for frame in 1...60 {
      while sent < 100, sent * 60 < frame * 100 {
        sent += 1
        try window.compositor.configure(
          window.id, Double(120 + sent), Double(80 + sent * 7 % 40))
      }
      try window.settle()
      try window.step(answers: answers)
    }
    let storm = try window.window()
    #expect(storm.frameCount - before.frameCount >= 55)
    let answered = storm.acknowledged.count - before.acknowledged.count
    // Without an answer each size has to wait for 0.1 s.
    #expect(answers ? answered >= 50 : (7...11).contains(answered), "\(answered)")

    for _ in 0..<3 { try window.step() }
    let after = try window.window()
    #expect(after.size == Size(220, 100) && after.configuredSize == Size(220, 100))
    #expect(after.bufferSize == PixelSize(220, 100))
    #expect(window.stage.size == CGSize(width: 220, height: 100))
    #expect(after.stretchedFrames == [])
    #expect(after.acknowledgesInOrder && after.unacknowledged.isEmpty)
    try window.close()
  }

  @Test("An application that answers one size late is shown at every size it has laid out")
  func lateLayout() throws {
    let window = try PacingWindow()
    try window.start()
    window.keepMoving(window.addBox(CGRect(x: 10, y: 10, width: 30, height: 20), red))
    var laidOut: [Size] = [], shown: [Size] = []
    window.stage.onResize = { laidOut.append(Size($0)) }
    try window.turn()
    for step in 0..<30 {
      _ = window.stage.deliverEvents()
      // The next size is there before the answer to this one.
      try window.compositor.configure(window.id, Double(121 + step), 90)
      try window.settle()
      window.stage.finishTurn()
      try window.settle()
      try window.vblank(at: window.time + window.interval)
      if let size = try window.window().size, size != shown.last { shown.append(size) }
    }
    #expect(laidOut == (0..<29).map { Size(Double(121 + $0), 90) })
    #expect(Set(shown).isSuperset(of: laidOut.dropLast(2)))
    let now = try window.window()
    #expect(now.acknowledgesInOrder && now.stretchedFrames == [])
    try window.close()
  }

  @Test("Sizes that come faster than anybody could answer are one size, the last")
  func coalescing() throws {
    let window = try PacingWindow()
    try window.start()
    window.keepMoving(window.addBox(CGRect(x: 10, y: 10, width: 30, height: 20), red))
    try window.turn()
    var sizes: [CGSize] = []
    window.stage.onResize = { sizes.append($0) }
    let before = try window.window()
    for step in 1...100 {
      try window.compositor.configure(window.id, Double(120 + step), Double(80 + step))
    }
    try window.settle()
    #expect(try window.window().acknowledged == before.acknowledged)
    // Frames go on meanwhile, at the old size.
    try window.step(answers: false)
    try window.step(answers: false)
    #expect(try window.window().size == Size(120, 80))
    #expect(try window.window().frameCount == before.frameCount + 2)
    try window.step()
    try window.step()
    #expect(sizes == [CGSize(width: 220, height: 180)])
    let after = try window.window()
    #expect(after.acknowledged.count == before.acknowledged.count + 1)
    #expect(after.size == Size(220, 180) && after.bufferSize == PixelSize(220, 180))
    #expect(after.unacknowledged.isEmpty && after.stretchedFrames == [])
    try window.close()
  }

  @Test("Until the application lays out, a larger window shows the old tree at its top left")
  func oldTree() throws {
    let window = try PacingWindow()
    try window.start()
    let box = window.addBox(CGRect(x: 0, y: 0, width: 20, height: 20), red)
    withoutActions { window.root.backgroundColor = CGColor(gray: 1, alpha: 1) }
    window.stage.onResize = { size in
      box.frame = CGRect(x: size.width - 20, y: 0, width: 20, height: 20)
    }
    try window.step()
    let begin = window.time
    try window.compositor.configure(window.id, 200, 120)
    try window.settle()
    // Shorter than the application's time, even with the frames on the way.
    try window.move(to: begin + 0.099)
    #expect(try window.window().size == Size(120, 80))
    try window.move(to: begin + 0.101)
    try window.vblank(at: begin + 0.11)
    try window.step(answers: false)
    var picture = try window.picture()
    #expect(picture.size == PixelSize(200, 120))
    #expect(picture[10, 10] == SIMD4(255, 0, 0, 255))
    #expect(picture[119, 79] == SIMD4(255, 255, 255, 255))
    for (x, y) in [(120, 40), (199, 10), (60, 80), (199, 119)] {
      #expect(picture[x, y] == SIMD4(0, 0, 0, 255), "at \(x), \(y)")
    }
    // The new layout comes as soon as it is there, and as a whole.
    try window.step()
    try window.step()
    picture = try window.picture()
    #expect(picture[10, 10] == SIMD4(255, 255, 255, 255))
    #expect(picture[190, 10] == SIMD4(255, 0, 0, 255))
    #expect(picture[199, 119] == SIMD4(255, 255, 255, 255))
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test("A layout that comes in time is in the first frame of the new size")
  func newLayout() throws {
    let window = try PacingWindow()
    try window.start()
    let box = window.addBox(CGRect(x: 0, y: 0, width: 20, height: 20), red)
    window.stage.onResize = { size in
      box.frame = CGRect(x: size.width - 20, y: size.height - 20, width: 20, height: 20)
    }
    for (width, height) in [(200, 120), (90, 60), (300, 61)] {
      try window.compositor.configure(window.id, Double(width), Double(height))
      try window.settle()
      try window.step()
      let picture = try window.picture()
      #expect(picture.size == PixelSize(width, height))
      #expect(picture[width - 2, height - 2] == SIMD4(255, 0, 0, 255))
    }
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test(
    "A size of zero is our own choice, for each direction, and drawing goes on",
    arguments: [(.server, 0), (.none, 36)] as [(ScriptedCompositor.Decoration, Double)])
  func zero(decoration: ScriptedCompositor.Decoration, bar: Double) throws {
    let window = try PacingWindow { $0.decoration = decoration }
    try window.start()
    window.keepMoving(window.addBox(CGRect(x: 10, y: 10, width: 30, height: 20), red))
    try window.turn()
    let steps = [
      (Size(0, 0), Size(120, 80)), (Size(0, 50), Size(120, 50 - bar)),
      (Size(70, 0), Size(70, 50 - bar)), (Size(200, 100), Size(200, 100 - bar)),
    ]
    for (proposed, expected) in steps {
      try window.compositor.configure(window.id, proposed.width, proposed.height)
      let before = try window.window().frameCount
      try window.settle()
      for _ in 0..<3 { try window.step() }
      let now = try window.window()
      #expect(now.size == expected, "\(proposed)")
      #expect(now.bufferSize == PixelSize(points: expected, scale: 1))
      #expect(now.frameCount == before + 3)
      #expect(now.unacknowledged.isEmpty)
    }
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test(
    "The first size may leave either direction to us",
    arguments: [
      (Size(0, 0), Size(120, 80)), (Size(0, 50), Size(120, 50)), (Size(70, 0), Size(70, 80)),
      (Size(1, 1), Size(1, 1)),
    ])
  func firstSize(proposed: Size, expected: Size) throws {
    let window = try PacingWindow { $0.initialSize = proposed }
    try window.start(vblanks: 1)
    let now = try window.window()
    #expect(now.size == expected && now.bufferSize == PixelSize(points: expected, scale: 1))
    #expect(window.stage.size == CGSize(width: expected.width, height: expected.height))
    try window.close()
  }
}
