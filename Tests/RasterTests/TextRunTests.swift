import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@Suite("Text with runs")
struct TextRunTests {
  /// DejaVu Sans: 2048 units per em, ascent 1901, descent 483, H 1540 wide.
  static let style = TextStyle(family: "DejaVu Sans", size: 32)
  static let advance = 32 * 1540 / 2048.0
  static let ascent = 32 * 1901 / 2048.0
  static let lineHeight = 32 * (1901 + 483) / 2048.0
  static let red = Color(1, 0, 0, 1), blue = Color(0, 0, 1, 1)

  static let hasEmoji = FileManager.default.fileExists(
    atPath: "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")

  static func request(
    _ string: String, width: Double = 300, height: Double = 60, runs: [TextRun] = [],
    paragraphs: [TextParagraphs] = []
  ) -> TextRequest {
    var request = TextRequest(string: string, style: style, boxSize: Size(width, height))
    request.runs = runs
    request.paragraphs = paragraphs
    return request
  }

  static func run(_ bytes: Range<Int>, _ change: (inout TextRun) -> Void) -> TextRun {
    var run = TextRun(bytes)
    change(&run)
    return run
  }

  static func paragraph(
    _ bytes: Range<Int>, _ change: (inout TextParagraphs.Style) -> Void
  ) -> TextParagraphs {
    var style = TextParagraphs.Style()
    change(&style)
    return TextParagraphs(bytes, style)
  }

  static func draw(_ request: TextRequest, color: Color = .black) throws -> Bitmap {
    try #require(TextLayout.rasterize(request, color: color))
  }

  /// Where full ink of a colour is.
  static func ink(_ color: SIMD4<UInt8>, in bitmap: Bitmap) -> PixelRect {
    var mask = Bitmap(size: bitmap.size, format: .alpha8)
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width where bitmap[x, y] == color {
        mask.bytes[y * bitmap.size.width + x] = 255
      }
    }
    return mask.inkBounds(threshold: 48)
  }

  // MARK: Colours

  @Test("A run has its colour, and the rest that of the text")
  func colors() throws {
    let bitmap = try Self.draw(
      Self.request("HHH", runs: [Self.run(1..<2) { $0.color = Self.red }]), color: Self.blue)
    #expect(bitmap.format == .bgra8Premultiplied)
    let red = Self.ink([255, 0, 0, 255], in: bitmap), blue = Self.ink([0, 0, 255, 255], in: bitmap)
    #expect(red.x >= Int(Self.advance) && red.maxX <= Int(2 * Self.advance) + 1)
    #expect(blue.x < Int(Self.advance) && blue.maxX > Int(2 * Self.advance))
  }

  @Test("Runs without colours leave a mask, with the same letters in the same places")
  func maskStays() throws {
    let plain = try Self.draw(Self.request("HHHH"))
    let runs = [Self.run(0..<2) { $0.style = Self.style }, Self.run(2..<4) { $0.kern = 0 }]
    #expect(try Self.draw(Self.request("HHHH", runs: runs)) == plain)
    #expect(plain.format == .alpha8)
  }

  @Test("A background fills the line behind its letters")
  func background() throws {
    let bitmap = try Self.draw(
      Self.request("HHH", runs: [Self.run(1..<2) { $0.background = Self.red }]))
    let red = Self.ink([255, 0, 0, 255], in: bitmap)
    #expect(abs(Double(red.x) - Self.advance) <= 1)
    #expect(abs(Double(red.maxX) - 2 * Self.advance) <= 1)
    #expect(red.y == 0 && abs(Double(red.maxY) - Self.lineHeight) <= 1)
  }

  @Test("A translucent run is as translucent as its colour says")
  func translucent() throws {
    let bitmap = try Self.draw(
      Self.request("HHH", runs: [Self.run(0..<3) { $0.color = Color(1, 0, 0, 0.5) }]))
    #expect(bitmap.bytes.max() == 128 || bitmap.bytes.max() == 127)
  }

  @Test(
    "Emoji come in their colours, as bright as the text's alpha, and letters beside them in that of the text",
    .enabled(if: hasEmoji, "needs the font Noto Color Emoji"))
  func emoji() throws {
    let bitmap = try Self.draw(Self.request("H😀"), color: Self.blue)
    #expect(bitmap.format == .bgra8Premultiplied)
    #expect(Self.ink([0, 0, 255, 255], in: bitmap).maxX <= Int(Self.advance) + 1)
    // The face is yellow: much red and green, little blue.
    func isYellow(_ p: SIMD4<UInt8>) -> Bool {
      let strong = p.w / 4 * 3
      return p.w > 64 && p.x > strong && p.y > p.w / 2 && p.z < p.w / 2
    }
    let yellow = (Int(Self.advance) + 2..<120).flatMap { x in (0..<40).map { bitmap[x, $0] } }
      .filter(isYellow)
    #expect(yellow.count > 300)
    let faint = try Self.draw(Self.request("😀"), color: Color(0, 0, 1, 0.25))
    let most = stride(from: 3, to: faint.bytes.count, by: 4).map { faint.bytes[$0] }.max()
    #expect(most == 64 || most == 63)
  }

  @Test(
    "Emoji of any size are drawn in no time, and look as smaller ones do",
    .enabled(if: hasEmoji, "needs the font Noto Color Emoji"), .timeLimit(.minutes(1)))
  func largeEmoji() throws {
    func draw(_ text: String, _ size: Double, in box: Double) throws -> Bitmap {
      try #require(
        TextLayout.rasterize(
          TextRequest(string: text, style: TextStyle(size: size), boxSize: Size(box, box))))
    }
    let small = try draw("😀", 400, in: 600), large = try draw("😀", 1200, in: 1800)
    var different = 0
    for y in 0..<600 {
      for x in 0..<600 {
        let a = small[x, y], b = large[3 * x + 1, 3 * y + 1]
        if (0..<4).contains(where: { abs(Int(a[$0]) - Int(b[$0])) > 40 }) { different += 1 }
      }
    }
    #expect(different < 3_600, "\(different) pixels of 360,000")
    _ = try draw(String(repeating: "😀👍🏽", count: 40), 9_999, in: 40)
  }

  @Test(
    "An emoji of several scalars is one picture", .enabled(if: hasEmoji, "needs the emoji font"))
  func joinedEmoji() {
    let one = TextLayout.measure("😀", style: Self.style).width
    for emoji in ["👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤️"] {
      #expect(abs(TextLayout.measure(emoji, style: Self.style).width - one) < 0.5, "\(emoji)")
    }
  }

  // MARK: Lines along the text

  @Test(
    "An underline runs below the baseline, a struck line through the letters, without seams",
    arguments: [false, true])
  func decorations(isUnderline: Bool) throws {
    var runs = (0..<4).map { i in
      // Different runs with the same line.
      Self.run(i..<(i + 1)) { $0.color = i % 2 == 0 ? Self.red : Color(1, 0, 0, 0.999) }
    }
    let line = TextRun.Decoration(.single, color: Self.blue)
    for i in runs.indices {
      if isUnderline { runs[i].underline = line } else { runs[i].strikethrough = line }
    }
    let bitmap = try Self.draw(Self.request("iiii", runs: runs))
    let blue = Self.ink([0, 0, 255, 255], in: bitmap)
    let end = TextLayout.measure("iiii", style: Self.style).width
    #expect(blue.x == 0 && abs(Double(blue.maxX) - end) <= 1)
    // One row at least is blue all along.
    let rows = (0..<bitmap.size.height).filter { y in
      (0..<blue.maxX).allSatisfy { bitmap[$0, y] == [0, 0, 255, 255] }
    }
    #expect((1...3).contains(rows.count))
    let y = Double(try #require(rows.first))
    if isUnderline {
      #expect(y > Self.ascent && y < Self.ascent + 5)
    } else {
      #expect(y < Self.ascent - 4 && y > Self.ascent - 16)
    }
  }

  @Test("A thick line is higher than a single one, and a double one has a gap")
  func weights() throws {
    func rows(_ weight: TextRun.Decoration.Weight) throws -> [Int] {
      let line = TextRun.Decoration(weight, color: Self.blue)
      let bitmap = try Self.draw(
        Self.request("ii", runs: [Self.run(0..<2) { $0.underline = line }]))
      return (0..<bitmap.size.height).filter { bitmap[1, $0] == [0, 0, 255, 255] }
    }
    let single = try rows(.single), thick = try rows(.thick), double = try rows(.double)
    #expect(thick.count > single.count && thick.count == thick.last! - thick.first! + 1)
    #expect(double.count == 2 * single.count)
    #expect(double.last! - double.first! + 1 == 3 * single.count)
  }

  // MARK: Places

  @Test("Kerning adds to the width, between all of the run's letters")
  func kern() {
    let plain = TextLayout.measure(Self.request("HHHHHHHHHH")).width
    let wide = TextLayout.measure(
      Self.request("HHHHHHHHHH", runs: [Self.run(0..<10) { $0.kern = 4 }])
    ).width
    let tight = TextLayout.measure(
      Self.request("HHHHHHHHHH", runs: [Self.run(0..<10) { $0.kern = -2 }])
    ).width
    #expect(wide - plain >= 9 * 4 - 0.1 && wide - plain <= 10 * 4 + 0.1)
    #expect(plain - tight >= 9 * 2 - 0.1 && plain - tight <= 10 * 2 + 0.1)
  }

  @Test("A baseline offset lifts its letters")
  func baseline() throws {
    let runs = [Self.run(0..<1) { $0.color = Self.red }]
    var lifted = runs
    lifted[0].baselineOffset = 7
    // A line of another height would move both.
    func inks(_ runs: [TextRun]) throws -> (Int, Int) {
      let bitmap = try Self.draw(Self.request("HH", runs: runs))
      return (
        Self.ink([255, 0, 0, 255], in: bitmap).maxY, Self.ink([0, 0, 0, 255], in: bitmap).maxY
      )
    }
    let flat = try inks(runs), high = try inks(lifted)
    #expect(flat.0 == flat.1)
    #expect(high.1 - high.0 == 7)
  }

  @Test("A line is as high as its largest font, and all its letters stand on one baseline")
  func mixedSizes() throws {
    let large = Self.run(1..<2) {
      $0.style = TextStyle(family: "DejaVu Sans", size: 64)
      $0.color = Self.red
    }
    let bitmap = try Self.draw(Self.request("HH", height: 90, runs: [large]))
    let small = Self.ink([0, 0, 0, 255], in: bitmap), big = Self.ink([255, 0, 0, 255], in: bitmap)
    #expect(small.maxY == big.maxY && abs(Double(big.maxY) - 2 * Self.ascent) <= 1)
    #expect(abs(big.height - 2 * small.height) <= 2)
    let measured = TextLayout.measure(Self.request("HH", runs: [large])).height
    #expect(abs(measured - 2 * Self.lineHeight) < 0.1)
  }

  // MARK: Which letters

  @Test("Runs are found again behind what is left out of the text")
  func offsets() throws {
    // NUL characters are dropped; ä takes two bytes.
    let bitmap = try Self.draw(
      Self.request("\u{0}ä\u{0}HH", runs: [Self.run(5..<6) { $0.color = Self.red }]))
    let red = Self.ink([255, 0, 0, 255], in: bitmap)
    let start = TextLayout.measure("äH", style: Self.style).width
    #expect(red.x >= Int(start) && red.maxX <= Int(start + Self.advance) + 1)
  }

  @Test(
    "Truncated text keeps the colours of what is left of it",
    arguments: [TextRequest.Truncation.start, .middle, .end], [false, true])
  func truncated(truncation: TextRequest.Truncation, wraps: Bool) throws {
    let string = String(repeating: "HH ", count: 30)
    var request = Self.request(
      string, width: 200, height: 1.2 * Self.lineHeight,
      runs: [
        Self.run(0..<45) { $0.color = Self.red }, Self.run(45..<90) { $0.color = Self.blue },
      ])
    request.truncation = truncation
    request.wraps = wraps
    let bitmap = try Self.draw(request)
    let red = Self.ink([255, 0, 0, 255], in: bitmap), blue = Self.ink([0, 0, 255, 255], in: bitmap)
    switch truncation {
    case .start: #expect(red.width < 40 && blue.width > 100)
    case .middle: #expect(red.width > 40 && blue.width > 40 && red.maxX < blue.maxX)
    case .end: #expect(red.width > 100 && blue.width < 40)
    case .none: break
    }
  }

  @Test("Runs in text written from right to left stand where their letters do")
  func bidi() throws {
    // Three letters of two bytes each, the first of them at the right.
    let bitmap = try Self.draw(
      Self.request("שלם", width: 100, runs: [Self.run(0..<2) { $0.color = Self.red }]))
    let red = Self.ink([255, 0, 0, 255], in: bitmap), black = Self.ink([0, 0, 0, 255], in: bitmap)
    #expect(red.x > black.maxX - 4)
  }

  @Test("Ranges that lie outside the text, and numbers that are none, do no harm")
  func badRuns() {
    let runs = [
      Self.run(0..<2) {
        $0.kern = .nan
        $0.baselineOffset = .infinity
        $0.style = TextStyle(size: .nan)
      },
      Self.run(2..<900) {
        $0.kern = 1e300
        $0.baselineOffset = -1e300
        $0.style = TextStyle(size: 1e9)
        $0.color = Self.red
      },
    ]
    let paragraphs = [
      Self.paragraph(0..<1) { $0.headIndent = .nan },
      Self.paragraph(1..<4_000) {
        $0.headIndent = 900_000
        $0.tailIndent = -900_000
        $0.lineHeightMultiple = 1e5
      },
    ]
    for wraps in [false, true] {
      for truncation in [TextRequest.Truncation.none, .start, .middle, .end] {
        var request = Self.request("ab\ncd", runs: runs, paragraphs: paragraphs)
        request.wraps = wraps
        request.truncation = truncation
        #expect(TextLayout.rasterize(request) != nil)
      }
    }
  }

  @Test("A hundred thousand runs take work in proportion to what is seen")
  func manyRuns() throws {
    let string = String(repeating: "ab", count: 100_000)
    let runs = (0..<100_000).map { i in
      Self.run((2 * i)..<(2 * i + 1)) { $0.color = i % 2 == 0 ? Self.red : Self.blue }
    }
    let bitmap = try Self.draw(Self.request(string, width: 100, runs: runs))
    #expect(!Self.ink([255, 0, 0, 255], in: bitmap).isEmpty)
  }

  // MARK: Paragraphs

  /// The first and the last inked column of a line.
  static func extent(_ bitmap: Bitmap, top: Double) -> ClosedRange<Int>? {
    let rows = Int(top.rounded())..<Int((top + lineHeight).rounded())
    let columns = (0..<bitmap.size.width).filter { x in rows.contains { bitmap[x, $0].w > 48 } }
    return columns.first.map { $0...(columns.last ?? $0) }
  }

  @Test("Paragraphs have their own alignment")
  func alignment() throws {
    let bitmap = try Self.draw(
      Self.request(
        "H\nH\nH", height: 130,
        paragraphs: [
          Self.paragraph(0..<2) { $0.alignment = .right },
          Self.paragraph(2..<4) { $0.alignment = .center },
        ]))
    let lines = try (0..<3).map {
      try #require(Self.extent(bitmap, top: Double($0) * Self.lineHeight))
    }
    #expect(lines[0].upperBound > 290)
    #expect(abs(lines[1].lowerBound + lines[1].upperBound - 299) <= 1)
    #expect(lines[2].lowerBound < 5)
  }

  @Test("Indents move the first and the other lines, and the tail indent breaks them earlier")
  func indents() throws {
    var request = Self.request(
      "HHH HHH HHH", height: 130,
      paragraphs: [
        Self.paragraph(0..<11) {
          $0.firstLineIndent = 50
          $0.headIndent = 20
          $0.tailIndent = -160
        }
      ])
    request.wraps = true
    let bitmap = try Self.draw(request)
    let lines = try (0..<3).map {
      try #require(Self.extent(bitmap, top: Double($0) * Self.lineHeight))
    }
    #expect(abs(lines[0].lowerBound - 53) <= 1)
    #expect(abs(lines[1].lowerBound - 23) <= 1 && abs(lines[2].lowerBound - 23) <= 1)
    #expect(lines.allSatisfy { $0.upperBound < 140 })
  }

  @Test("Spacing and line heights move the lines below by as much")
  func spacing() throws {
    func height(_ change: (inout TextParagraphs.Style) -> Void) -> Double {
      TextLayout.measure(
        Self.request("H\nH\nH", paragraphs: [Self.paragraph(0..<5, change)])
      ).height / Self.lineHeight
    }
    let line = Self.lineHeight
    #expect(abs(height { _ in } - 3) < 0.01)
    #expect(abs(height { $0.lineSpacing = line } - 5) < 0.01)
    #expect(abs(height { $0.spacingAfter = line } - 5) < 0.01)
    #expect(abs(height { $0.spacingBefore = line } - 5) < 0.01)
    #expect(abs(height { $0.lineHeightMultiple = 2 } - 6) < 0.01)
    #expect(abs(height { $0.minimumLineHeight = 3 * line } - 9) < 0.01)
    #expect(abs(height { $0.maximumLineHeight = line / 2 } - 1.5) < 0.01)
    // The room of a higher line is above its letters.
    let bitmap = try Self.draw(
      Self.request(
        "H", height: 120, paragraphs: [Self.paragraph(0..<1) { $0.lineHeightMultiple = 2 }]))
    let ink = bitmap.inkBounds(threshold: 48)
    #expect(abs(Double(ink.maxY) - (line + Self.ascent)) <= 1)
  }

  @Test("A direction turns the paragraph whatever its letters are")
  func direction() throws {
    let bitmap = try Self.draw(
      Self.request("H.", paragraphs: [Self.paragraph(0..<2) { $0.direction = .rightToLeft }]))
    #expect(try #require(Self.extent(bitmap, top: 0)).lowerBound > 200)
  }

  // MARK: Anything

  @Test("Random texts with random runs and paragraphs neither crash, hang nor leave their box")
  func random() {
    var random = SeededGenerator.printed("attributed text")
    let pieces = [
      "a", "W", " ", "\n", "é", "e\u{301}", "שלום", "سلام", "日本", "😀", "👨‍👩‍👧‍👦", "\u{200B}",
      "\u{200F}", "\u{202E}", "\u{2028}", "\u{2029}", "\r\n", "\t", "\u{0}", "\u{FFFD}", "🇩🇪🇫",
    ]
    let numbers: [Double] = [0, 1, -1, 7.5, 40, -40, 1e9, -1e9, .nan, .infinity]
    func color() -> Color? {
      Bool.random(using: &random) ? nil : Color(.random(in: -1...2, using: &random), 0, 1, 0.5)
    }
    func number() -> Double { numbers.randomElement(using: &random) ?? 0 }
    for _ in 0..<400 {
      let count = Int.random(in: 0..<40, using: &random)
      let string = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      // Ends of ranges lie anywhere, also inside letters and behind the text.
      func ranges() -> [Range<Int>] {
        let ends = (0..<6).map { _ in Int.random(in: 0...(string.utf8.count + 5), using: &random) }
          .sorted()
        return [ends[0]..<ends[1], ends[2]..<ends[3], ends[4]..<ends[5]]
      }
      var request = Self.request(
        string, width: .random(in: 1...200, using: &random),
        height: .random(in: 1...100, using: &random))
      request.runs = ranges().map { bytes in
        Self.run(bytes) {
          $0.color = color()
          $0.background = color()
          if Bool.random(using: &random) { $0.underline = .init(.double, color: color()) }
          if Bool.random(using: &random) { $0.strikethrough = .init(.thick) }
          if Bool.random(using: &random) { $0.style = TextStyle(size: abs(number()) + 1) }
          $0.kern = number()
          $0.baselineOffset = number()
        }
      }
      request.paragraphs = ranges().map { bytes in
        Self.paragraph(bytes) {
          $0.direction = [.natural, .leftToRight, .rightToLeft].randomElement(using: &random)!
          $0.alignment = [nil, .justified, .right].randomElement(using: &random)!
          $0.firstLineIndent = number()
          $0.headIndent = number()
          $0.tailIndent = number()
          $0.lineSpacing = number()
          $0.lineHeightMultiple = number()
          $0.maximumLineHeight = number()
          $0.spacingAfter = number()
        }
      }
      request.wraps = Bool.random(using: &random)
      request.truncation = [.none, .start, .middle, .end].randomElement(using: &random)!
      let bitmap = TextLayout.rasterize(request)
      #expect((bitmap == nil) == string.isEmpty)
      let size = TextLayout.measure(request, width: request.boxSize.width)
      #expect(size.width.isFinite && size.height.isFinite)
    }
  }
}
