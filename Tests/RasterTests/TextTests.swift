import Geometry
import Raster
import TestSupport
import Testing

@Suite("Text")
struct TextTests {
  static let style = TextStyle(family: "DejaVu Sans", size: 20)

  static func request(
    _ string: String, width: Double = 200, height: Double = 60, scale: Double = 1,
    wraps: Bool = false, alignment: TextRequest.Alignment = .natural,
    truncation: TextRequest.Truncation = .none
  ) -> TextRequest {
    TextRequest(
      string: string, style: style, boxSize: Size(width, height), scale: scale, wraps: wraps,
      alignment: alignment, truncation: truncation)
  }

  /// Ink that can be seen.
  static func ink(_ request: TextRequest) throws -> PixelRect {
    try #require(TextLayout.rasterize(request)).inkBounds(threshold: 48)
  }

  /// How many groups of rows have ink: lines, for letters without dots or accents.
  static func inkedLines(_ bitmap: Bitmap) -> Int {
    let rows = (0..<bitmap.size.height).map { y in
      (0..<bitmap.size.width).contains { bitmap[$0, y].w > 48 }
    }
    return rows.indices.filter { rows[$0] && ($0 == 0 || !rows[$0 - 1]) }.count
  }

  static var lineHeight: Double { TextLayout.measure("", style: style).height }

  // MARK: Place and size

  @Test(
    "The bitmap is a mask of the box times the scale, rounded up",
    arguments: [(1.0, 101, 31), (1.5, 151, 46), (2.0, 201, 61)])
  func bitmapSize(scale: Double, width: Int, height: Int) throws {
    let bitmap = try #require(
      TextLayout.rasterize(Self.request("a", width: 100.4, height: 30.1, scale: scale)))
    #expect(bitmap.size == PixelSize(width, height))
    #expect(bitmap.format == .alpha8)
  }

  @Test("Text starts at the top left; capitals stand on the baseline the font's metrics give")
  func topLeft() throws {
    // DejaVu Sans: 2048 units per em, ascent 1901, descent 483, capital height 1493.
    let ink = try Self.ink(Self.request("HHH"))
    let baseline = (20 * 1901 / 2048.0).rounded()
    #expect(abs(Double(ink.maxY) - baseline) <= 1)
    #expect(abs(Double(ink.height) - 20 * 1493 / 2048.0) <= 1)
    #expect(ink.x >= 1 && ink.x <= 3)
    #expect(abs(Self.lineHeight - 20 * (1901 + 483) / 2048.0) < 0.05)
  }

  @Test(
    "Sizes grow with the scale, with the same layout", arguments: ["Hamburgefonstiv", "WAVAVA i"])
  func scales(string: String) throws {
    let one = try Self.ink(Self.request(string)),
      three = try Self.ink(Self.request(string, scale: 3))
    #expect(abs(three.width - 3 * one.width) <= 5)
    #expect(abs(three.x - 3 * one.x) <= 3)
    let bitmap = try #require(TextLayout.rasterize(Self.request(string)))
    #expect(bitmap.bytes.contains { $0 == 255 }, "strokes reach full coverage")
  }

  @Test("The measured width is the sum of the advances, in points")
  func measured() {
    // Advances in DejaVu Sans: H 1540, i 569 of 2048 units; no kerning between them.
    let size = TextLayout.measure("HiH", style: Self.style)
    #expect(abs(size.width - 20 * (1540 + 569 + 1540) / 2048.0) < 0.05)
    #expect(TextLayout.measure("", style: Self.style).width == 0)
    let two = TextLayout.measure("HiH\nH", style: Self.style)
    #expect(two.width == size.width)
    #expect(abs(two.height - 2 * Self.lineHeight) < 0.01)
    let wrapped = TextLayout.measure("HiH HiH", style: Self.style, width: size.width)
    #expect(abs(wrapped.height - 2 * Self.lineHeight) < 0.01)
  }

  @Test("A box as large as the measured text holds all of it", arguments: [1.0, 1.25, 2, 3])
  func measuredFits(scale: Double) throws {
    for string in ["Hamburgefonstiv", "iiii", "WAVE 0123", "سلام عليكم"] {
      let size = TextLayout.measure(string, style: Self.style)
      var request = Self.request(string, width: size.width, height: size.height, scale: scale)
      let plain = try #require(TextLayout.rasterize(request))
      for (wraps, truncation) in [(true, TextRequest.Truncation.none), (false, .end), (true, .end)]
      {
        request.wraps = wraps
        request.truncation = truncation
        #expect(TextLayout.rasterize(request) == plain, "\(string) \(wraps) \(truncation)")
      }
    }
  }

  // MARK: Alignment

  @Test("Left, centred and right text has its ink there")
  func alignment() throws {
    func ink(_ alignment: TextRequest.Alignment) throws -> PixelRect {
      try Self.ink(Self.request("HHH", alignment: alignment))
    }
    let left = try ink(.left), center = try ink(.center), right = try ink(.right)
    #expect(left.x <= 3)
    #expect(abs(center.x + center.maxX - 200) <= 1)
    #expect(right.maxX >= 197 && right.maxX <= 200)
    #expect(try ink(.natural) == left)
    #expect(try ink(.justified) == left)
  }

  @Test("Natural alignment of right-to-left text is right, paragraph by paragraph")
  func naturalDirection() throws {
    let hebrew = "שלום"
    let alone = try Self.ink(Self.request(hebrew))
    #expect(alone.x > 100 && alone.maxX >= 196)
    #expect(try Self.ink(Self.request(hebrew, alignment: .left)).x <= 3)
    let bitmap = try #require(TextLayout.rasterize(Self.request("HHH\n\(hebrew)")))
    let line = Int(Self.lineHeight)
    let top = (0..<200).filter { x in (0..<line).contains { bitmap[x, $0].w > 48 } }
    let bottom = (0..<200).filter { x in (line..<(2 * line)).contains { bitmap[x, $0].w > 48 } }
    #expect(top.max()! < 100 && bottom.min()! > 100)
  }

  @Test("Justified lines reach both edges, except the last")
  func justified() throws {
    let text = "HHH HH HHHH HH HHHHH HHH HH"
    let bitmap = try #require(
      TextLayout.rasterize(
        Self.request(text, width: 150, height: 120, wraps: true, alignment: .justified)))
    let line = Int(Self.lineHeight)
    func right(_ row: Int) -> Int {
      (0..<150).last { x in (0..<line).contains { bitmap[x, row * line + $0].w > 48 } } ?? 0
    }
    #expect(right(0) >= 147)
    #expect(right(1) >= 147)
    let count = Self.inkedLines(bitmap)
    #expect(count >= 3)
    #expect(right(count - 1) < 147)
  }

  // MARK: Lines

  @Test("Newlines end lines, empty ones included")
  func newlines() throws {
    let bitmap = try #require(TextLayout.rasterize(Self.request("H\nH\n\nH", height: 120)))
    #expect(Self.inkedLines(bitmap) == 3)
    let ink = bitmap.inkBounds(threshold: 48)
    #expect(abs(Double(ink.maxY) - (3 * Self.lineHeight + 20 * 1901 / 2048.0)) <= 1.5)
  }

  @Test("Wrapping breaks between words at the box's width")
  func wrapping() throws {
    // A word of four H is 4 · 1540 / 2048 · 20 = 60.2 points wide, a space 6.4.
    for (width, lines) in [(59.0, 8), (61, 4), (126, 4), (127, 2), (193, 2), (194, 2), (300, 1)] {
      let text = "HHHH HHHH HHHH HHHH"
      let bitmap = try #require(
        TextLayout.rasterize(Self.request(text, width: width, height: 300, wraps: true)))
      #expect(Self.inkedLines(bitmap) == lines, "width \(width)")
      #expect(
        abs(
          TextLayout.measure(text, style: Self.style, width: width).height
            - Double(lines) * Self.lineHeight) < 0.01)
    }
  }

  @Test("Without wrapping a long line goes on past the box and is cut by it")
  func noWrapping() throws {
    let bitmap = try #require(
      TextLayout.rasterize(Self.request("HHHH HHHH HHHH HHHH", width: 90, height: 100)))
    #expect(Self.inkedLines(bitmap) == 1)
    #expect(bitmap.inkBounds(threshold: 48).maxX == 90)
  }

  @Test("Lines that do not fit the height are cut off by the box, also in the middle")
  func cutByHeight() throws {
    let height = 1.6 * Self.lineHeight
    let bitmap = try #require(
      TextLayout.rasterize(Self.request("HHHH HHHH HHHH", width: 61, height: height, wraps: true)))
    #expect(Self.inkedLines(bitmap) == 2)
    #expect(bitmap.inkBounds(threshold: 48).maxY == bitmap.size.height)
  }

  // MARK: Truncation

  /// Sizes, in pixels, of the ink runs of a row of pixels just above the baseline, where a line of
  /// H has only the feet of its stems and an ellipsis has three dots.
  static func feet(_ bitmap: Bitmap, line: Int = 0) -> [Range<Int>] {
    let y = Int((Double(line) * lineHeight + 20 * 1901 / 2048.0).rounded()) - 2
    var runs: [Range<Int>] = []
    for x in 0..<bitmap.size.width where bitmap[x, y].w > 48 {
      if let last = runs.last, last.upperBound == x {
        runs[runs.count - 1] = last.lowerBound..<(x + 1)
      } else {
        runs.append(x..<(x + 1))
      }
    }
    return runs
  }

  /// Above the feet: only stems have ink there, dots have not.
  static func isDot(_ run: Range<Int>, _ bitmap: Bitmap, line: Int = 0) -> Bool {
    let y = Int((Double(line) * lineHeight + 20 * 1901 / 2048.0).rounded()) - 6
    return !run.contains { bitmap[$0, y].w > 48 }
  }

  @Test(
    "A line that does not fit ends, begins or is joined by an ellipsis inside the box",
    arguments: [TextRequest.Truncation.end, .start, .middle])
  func truncatedLine(truncation: TextRequest.Truncation) throws {
    let bitmap = try #require(
      TextLayout.rasterize(
        Self.request("HHHHHHHHHHHHHHHHHHHHHH", width: 150, truncation: truncation)))
    let dots = Self.feet(bitmap).map { Self.isDot($0, bitmap) }
    #expect(dots.count { $0 } == 3)
    switch truncation {
    case .end: #expect(dots.suffix(3) == [true, true, true])
    case .start: #expect(dots.prefix(3) == [true, true, true])
    case .middle:
      let first = try #require(dots.firstIndex(of: true))
      #expect(dots[first..<(first + 3)].allSatisfy { $0 })
      #expect(abs(first - (dots.count - first - 3)) <= 2)
    case .none: break
    }
    #expect(bitmap.inkBounds(threshold: 48).maxX <= 150)
    #expect(bitmap.inkBounds(threshold: 48).maxX > 130)
  }

  @Test("Each line is truncated on its own; lines that fit are left alone")
  func truncatedLines() throws {
    let bitmap = try #require(
      TextLayout.rasterize(
        Self.request("HHHHHHHHHHHH\nHH\nHHHHHHHHHHHH", width: 100, height: 90, truncation: .end)))
    for (line, dots) in [(0, 3), (1, 0), (2, 3)] {
      #expect(
        Self.feet(bitmap, line: line).count { Self.isDot($0, bitmap, line: line) } == dots)
    }
  }

  @Test(
    "Wrapped text that goes on has an ellipsis in the last line that fits",
    arguments: [1, 2, 3])
  func truncatedWrapping(lines: Int) throws {
    let height = (Double(lines) + 0.5) * Self.lineHeight
    let bitmap = try #require(
      TextLayout.rasterize(
        Self.request(
          "HHHH HHHH HHHH HHHH\nHHHH HHHH", width: 80, height: height, wraps: true,
          truncation: .end)))
    #expect(Self.inkedLines(bitmap) == lines)
    for line in 0..<lines {
      let dots = Self.feet(bitmap, line: line).count { Self.isDot($0, bitmap, line: line) }
      #expect(dots == (line == lines - 1 ? 3 : 0), "line \(line)")
    }
  }

  @Test(
    "An ellipsis also stands where only the next paragraph does not fit, and none where all does")
  func truncatedParagraph() throws {
    func dots(_ string: String, lines: Double) throws -> Int {
      let bitmap = try #require(
        TextLayout.rasterize(
          Self.request(
            string, width: 150, height: lines * Self.lineHeight, wraps: true, truncation: .end)))
      let last = Int(lines) - 1
      return Self.feet(bitmap, line: last).count { Self.isDot($0, bitmap, line: last) }
    }
    #expect(try dots("HHHH\nHHHH HHHH", lines: 1) == 3)
    #expect(try dots("HHHH\nHHHH", lines: 2) == 0)
    #expect(try dots("HHHH\n\n", lines: 1) == 0)
    #expect(try dots("HHHH HHHH HHHH", lines: 0.3 + 1) == 3)
  }

  @Test("A box lower than a line still shows the first one, cut")
  func lowBox() throws {
    let bitmap = try #require(
      TextLayout.rasterize(
        Self.request("HHHH HHHH HHHH", width: 80, height: 10, wraps: true, truncation: .end)))
    #expect(!bitmap.inkBounds(threshold: 48).isEmpty)
  }

  // MARK: The same every time, and bad input

  @Test("The same request gives the same pixels, from many threads too")
  func deterministic() async throws {
    let request = Self.request(
      "The quick brown fox, سلام, 日本語, 😀👨‍👩‍👧‍👦 and e\u{301}", width: 150, height: 90, wraps: true,
      truncation: .end)
    let first = try #require(TextLayout.rasterize(request))
    await withTaskGroup(of: Bool.self) { group in
      for i in 0..<40 {
        group.addTask {
          var other = request
          other.style.size = Double(10 + i % 7)
          _ = TextLayout.rasterize(other)
          return TextLayout.rasterize(request) == first
        }
      }
      for await same in group { #expect(same) }
    }
  }

  @Test(
    "Boxes, sizes and scales that cannot be drawn give nothing",
    arguments: [Double.nan, .infinity, -.infinity, 0, -1, 1e30])
  func badNumbers(value: Double) {
    #expect(TextLayout.rasterize(Self.request("H", width: value)) == nil)
    #expect(TextLayout.rasterize(Self.request("H", height: value)) == nil)
    #expect(TextLayout.rasterize(Self.request("H", scale: value)) == nil)
    var request = Self.request("H", width: 20, height: 20)
    request.style.size = value
    if value != 1e30 {
      #expect(TextLayout.rasterize(request) == nil)
      #expect(TextLayout.measure("H", style: request.style) == .zero)
    } else {
      #expect(TextLayout.rasterize(request)?.size == PixelSize(20, 20))
    }
    #expect(TextLayout.rasterize(Self.request("")) == nil)
  }

  @Test(
    "A million characters take bounded work, whatever the layout",
    arguments: ["H", "lorem ipsum ", "\n", "a\n", "\u{301}", "😀", "\u{202E}א", "H\u{0}"])
  func longStrings(unit: String) {
    let string = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
    for truncation in [TextRequest.Truncation.none, .end, .start, .middle] {
      for wraps in [false, true] {
        let request = Self.request(
          string, width: 100, height: 60, wraps: wraps, truncation: truncation)
        #expect(TextLayout.rasterize(request) != nil)
      }
    }
  }

  @Test(
    "Odd text does no harm",
    arguments: [
      "\u{0}", "a\u{0}b", "\u{FFFF}\u{10FFFF}", "\u{FEFF}", "\r\n\r\n", "\t\t\t",
      "\u{2028}\u{2029}",
      "\u{202E}\u{2066}\u{202B}", "👨‍👩‍👧‍👦🇩🇪👍🏽", "e\u{301}\u{301}\u{301}",
    ])
  func oddText(string: String) {
    for truncation in [TextRequest.Truncation.none, .end, .start, .middle] {
      for wraps in [false, true] {
        #expect(
          TextLayout.rasterize(
            Self.request(string, width: 9, height: 30, wraps: wraps, truncation: truncation)) != nil
        )
      }
    }
  }

  @Test("A NUL character is left out")
  func nul() {
    #expect(
      TextLayout.rasterize(Self.request("a\u{0}b")) == TextLayout.rasterize(Self.request("ab")))
  }

  // MARK: Fonts

  @Test("Families that are not installed fall back to one that is")
  func missingFamily() throws {
    var request = Self.request("HHH")
    request.style.family = "No Such Family Anywhere"
    #expect(!(try Self.ink(request)).isEmpty)
  }

  @Test("Helvetica, the system font and no name are the default sans serif")
  func defaultFamily() throws {
    func draw(_ family: String) -> Bitmap? {
      var request = Self.request("Hamburg")
      request.style.family = family
      return TextLayout.rasterize(request)
    }
    let standard = try #require(draw(""))
    for family in ["Helvetica", "Helvetica Neue", ".AppleSystemUIFont", "SF Pro Text", "system"] {
      #expect(draw(family) == standard, "\(family)")
    }
    #expect(draw("DejaVu Sans Mono") != standard)
  }

  @Test(
    "Directions inside very many others are laid out in no time, one paragraph or cut to one",
    .timeLimit(.minutes(1)))
  func nestedDirections() {
    let deep = ["\u{202A}", "\u{202B}a\u{202D}", "\u{2067}", "\u{202E}\u{2066}b"]
    for opening in deep {
      for separator in ["", "\n", "\u{2029}"] {
        let part = String(repeating: opening, count: 50) + separator
        let text =
          part + part + "\u{2067}\u{300}\u{2069}\u{202C}\u{2069}end \u{2068}c\u{2069}" + part
        var request = TextRequest(
          string: text, style: TextStyle(size: 12), boxSize: Size(60, 20))
        request.wraps = true
        request.truncation = .end
        #expect(TextLayout.rasterize(request) != nil)
        #expect(TextLayout.measure(text, style: TextStyle(size: 12)).width > 0)
      }
    }
  }

  @Test("Heavier weights leave more ink, by number and by name")
  func weights() throws {
    func ink(_ family: String, _ weight: Int? = nil) throws -> Int {
      var request = Self.request("Hamburg", scale: 2)
      request.style.family = family
      request.style.weight = weight
      return try #require(TextLayout.rasterize(request)).bytes.reduce(0) { $0 + Int($1) }
    }
    let regular = try ink("DejaVu Sans")
    #expect(try ink("DejaVu Sans", 700) > regular)
    #expect(try ink("DejaVu Sans Bold") == ink("DejaVu Sans", 700))
    #expect(try ink("DejaVuSans-Bold") == ink("DejaVu Sans", 700))
    #expect(try ink("Helvetica-Bold") > ink("Helvetica"))
    #expect(try ink("DejaVu Sans", 1_000_000) > regular)
    #expect(try ink("DejaVu Sans", -5) > 0)
  }
}
