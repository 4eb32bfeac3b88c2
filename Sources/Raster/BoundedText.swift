import Geometry

/// The part of a string that is laid out, in UTF-8, and where it stood in the string.
struct BoundedText {
  private struct Piece {
    /// Offset in the string, and here.
    var source: Int
    var target: Int
    var count: Int
  }

  private(set) var bytes: [UInt8] = []
  /// In ascending order.
  private var pieces: [Piece] = []

  /// Takes over a part of the string's bytes.
  mutating func append(_ slice: Substring.UTF8View, from source: Int) {
    guard !slice.isEmpty else { return }
    pieces.append(Piece(source: source, target: bytes.count, count: slice.count))
    bytes.append(contentsOf: slice)
  }

  /// Adds what is not in the string.
  mutating func insert(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func limitNesting() { DirectionNesting.limit(&bytes) }

  private static let lineSeparator = Array("\u{2028}".utf8)

  /// Ends lines at places of this text, which are in ascending order.
  mutating func breakLines(at places: [Int]) {
    let old = self
    bytes = []
    pieces = []
    bytes.reserveCapacity(old.bytes.count + places.count * Self.lineSeparator.count)
    var start = 0
    for place in places {
      bytes += old.bytes[start..<place]
      bytes += Self.lineSeparator
      start = place
    }
    bytes += old.bytes[start...]
    var next = 0
    for piece in old.pieces {
      var rest = piece
      func move(_ piece: Piece, _ count: Int) -> Piece {
        Piece(
          source: piece.source, target: piece.target + next * Self.lineSeparator.count, count: count
        )
      }
      while next < places.count, places[next] < rest.target + rest.count {
        let count = places[next] - rest.target
        if count > 0 {
          pieces.append(move(rest, count))
          rest = Piece(
            source: rest.source + count, target: rest.target + count, count: rest.count - count)
        }
        next += 1
      }
      pieces.append(move(rest, rest.count))
    }
  }

  /// The place comes from the string.
  func isFromString(_ place: Int) -> Bool {
    firstPiece(endingAfter: place, \.target).map { $0.target <= place } ?? false
  }

  /// Where a place of the string is here; the next place after it where it was left out.
  func offset(of source: Int) -> Int {
    guard let piece = firstPiece(endingAfter: source, \.source) else { return bytes.count }
    return piece.target + max(0, source - piece.source)
  }

  /// By the offsets in the string, or by those here.
  private func firstPiece(
    endingAfter place: Int, _ start: KeyPath<Piece, Int>
  ) -> Piece? {
    var low = 0, high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle][keyPath: start] + pieces[middle].count > place {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low < pieces.count ? pieces[low] : nil
  }

  func range(of source: Range<Int>) -> Range<Int> {
    let start = offset(of: source.lowerBound)
    return start..<max(start, offset(of: source.upperBound))
  }
}

extension TextRequest {
  /// Letters of a word, more than which no one reads: a word longer than this may be broken anywhere
  /// else, since the time that Pango takes to wrap or cut a word grows with the square of its length.
  private static let longestWord = 256

  /// The part of the string that can matter in a box; nil means as much room as the text wants.
  ///
  /// It bounds the time a long string takes, and keeps its extent within the 32 bits in which Pango
  /// counts 1/1024 points. The bounds are generous: a line of letters a twentieth of their size
  /// wide, or lines half as high as the font size, still fill the box.
  func bounded(boxSize: Size?) -> BoundedText {
    let sizes = [style.size] + runs.compactMap { $0.style?.size }.filter(\.isFinite)
    func within(_ size: Double) -> Double { min(max(size, 1), TextEngine.maximumFontSize) }
    let smallest = within(sizes.min() ?? 1), largest = within(sizes.max() ?? 1)
    var limit = min(65_536, max(64, Int(500_000 / largest)))
    var kept = 0..<string.utf8.count
    if let boxSize {
      let lines = min(boxSize.height / (smallest / 2), 100_000) + 2
      if wraps {
        let lineLength = min(boxSize.width / (smallest / 20), 100_000) + 32
        limit = min(limit, Int(lines * lineLength))
      } else {
        kept = firstLines(Int(lines))
      }
    }
    let ranges = kept.count > limit ? cut(kept, to: limit) : [kept]
    var text = BoundedText()
    for range in ranges { append(range, to: &text) }
    text.limitNesting()
    return text
  }

  private func firstLines(_ count: Int) -> Range<Int> {
    let utf8 = string.utf8
    guard utf8.count > count else { return 0..<utf8.count }
    var end = utf8.startIndex
    for _ in 0..<count {
      guard let newline = utf8[end...].firstIndex(of: UInt8(ascii: "\n")) else {
        return 0..<utf8.count
      }
      end = utf8.index(after: newline)
    }
    return 0..<utf8.distance(from: utf8.startIndex, to: end)
  }

  private func cut(_ range: Range<Int>, to limit: Int) -> [Range<Int>] {
    guard truncation == .start || truncation == .middle else {
      return [range.lowerBound..<boundary(range.lowerBound + limit)]
    }
    if wraps { return cutInside(range, to: limit) }
    let utf8 = string.utf8
    var result: [Range<Int>] = []
    var room = limit, start = range.lowerBound
    while start < range.upperBound, room > 0 {
      let rest = utf8[index(start)..<index(range.upperBound)]
      let end =
        rest.firstIndex(of: UInt8(ascii: "\n")).map {
          utf8.distance(from: utf8.startIndex, to: $0) + 1
        } ?? range.upperBound
      result += cutInside(start..<end, to: room)
      room -= min(room, end - start)
      start = end
    }
    return result
  }

  /// Drops the middle of a text: an ellipsis hides it anyway.
  private func cutInside(_ range: Range<Int>, to limit: Int) -> [Range<Int>] {
    guard range.count > limit else { return [range] }
    let end = boundary(range.lowerBound + limit / 2)
    let start = max(end, boundary(range.upperBound - limit / 2))
    return [range.lowerBound..<end, start..<range.upperBound]
  }

  private func index(_ offset: Int) -> String.Index {
    string.utf8.index(string.utf8.startIndex, offsetBy: offset)
  }

  /// A range of bytes from letter to letter: Pango does not bear it that its attributes begin or end
  /// within one. A letter belongs where it begins.
  func wholeLetters(_ bytes: Range<Int>) -> Range<Int> {
    func start(_ offset: Int) -> Int {
      let utf8 = string.utf8
      guard offset > 0, offset < utf8.count else { return min(max(offset, 0), utf8.count) }
      let place = index(boundary(offset))
      // Going on and back again ends where the letter begins.
      let letter = string.index(before: string.index(after: place))
      return utf8.distance(from: utf8.startIndex, to: letter)
    }
    let first = start(bytes.lowerBound)
    return first..<max(first, start(bytes.upperBound))
  }

  /// The start of the scalar that an offset is in.
  private func boundary(_ offset: Int) -> Int {
    let utf8 = string.utf8
    guard offset < utf8.count else { return utf8.count }
    var offset = max(0, offset)
    while offset > 0, utf8[index(offset)] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// Without NUL characters, where Pango would stop, and with places to break in words no one reads.
  private func append(_ range: Range<Int>, to text: inout BoundedText) {
    let start = index(range.lowerBound), end = index(range.upperBound)
    let utf8 = string.utf8[start..<end]
    let breaks = range.count > Self.longestWord
    guard breaks || utf8.contains(0) else { return text.append(utf8, from: range.lowerBound) }
    var pieceStart = start, source = range.lowerBound, length = 0
    func flush(upTo place: String.Index) {
      let piece = string.utf8[pieceStart..<place]
      text.append(piece, from: source)
      source += piece.count
      pieceStart = place
    }
    let scalars = string.unicodeScalars
    var place = start
    while place < end {
      let scalar = scalars[place]
      if scalar.value == 0 {
        flush(upTo: place)
        pieceStart = scalars.index(after: place)
        source += 1
      } else if breaks {
        length = scalar.properties.isWhitespace ? 0 : length + 1
        if length > Self.longestWord, scalar.properties.generalCategory != .nonspacingMark {
          flush(upTo: place)
          text.insert("\u{200B}")
          length = 1
        }
      }
      scalars.formIndex(after: &place)
    }
    flush(upTo: end)
  }
}
