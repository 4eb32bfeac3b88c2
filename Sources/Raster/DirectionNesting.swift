/// The embeddings, overrides and isolates of directions that are open at a place of a text.
///
/// FriBidi 1.0.8 does not end, or writes where it must not, where an isolate stands inside more of
/// them than the 62 that it has levels for. No text of use has as many.
struct DirectionNesting {
  private static let deepest = 60
  /// Three bytes that are not seen and do not break a line, as many as every control has.
  private static let wordJoiner: [UInt8] = [0xE2, 0x81, 0xA0]

  /// Whether each is an isolate.
  private var open: [Bool] = []
  private var isolates = 0

  /// Puts what is not seen in the place of controls that lie too deep, paragraph by paragraph.
  static func limit(_ utf8: inout [UInt8]) {
    guard utf8.contains(0xE2) else { return }
    var nesting = DirectionNesting()
    for i in utf8.indices {
      if utf8[i] == UInt8(ascii: "\n") || utf8[i] == UInt8(ascii: "\r") {
        nesting = DirectionNesting()
      }
      guard utf8[i] == 0xE2, i + 2 < utf8.count else { continue }
      if !nesting.keeps(utf8[i + 1], utf8[i + 2]) {
        utf8.replaceSubrange(i...(i + 2), with: wordJoiner)
      }
    }
  }

  /// By the second and the third byte of a scalar whose first is 0xE2.
  private mutating func keeps(_ second: UInt8, _ third: UInt8) -> Bool {
    switch (second, third) {
    case (0x80, 0xA9): self = DirectionNesting()
    case (0x80, 0xAA), (0x80, 0xAB), (0x80, 0xAD), (0x80, 0xAE): return begin(isIsolate: false)
    case (0x81, 0xA6), (0x81, 0xA7), (0x81, 0xA8): return begin(isIsolate: true)
    case (0x80, 0xAC) where open.last == false:
      open.removeLast()
      return open.count < Self.deepest
    case (0x81, 0xA9) where isolates > 0:
      // With all that is open inside it.
      while open.popLast() == false {}
      isolates -= 1
      return open.count < Self.deepest
    case _: break
    }
    return true
  }

  private mutating func begin(isIsolate: Bool) -> Bool {
    open.append(isIsolate)
    if isIsolate { isolates += 1 }
    return open.count <= Self.deepest
  }
}
