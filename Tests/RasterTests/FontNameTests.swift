import Testing

@testable import Raster

@Suite("Font names")
struct FontNameTests {
  static let names: [(String, String, Int?, Bool)] = [
    ("Inter", "Inter", nil, false), ("Inter Bold", "Inter", 700, false),
    ("Inter Semi Bold", "Inter", 600, false), ("Inter SemiBold Italic", "Inter", 600, true),
    ("Inter Extra Light Oblique", "Inter", 200, true), ("Inter-Black", "Inter", 900, false),
    ("Inter-SemiBoldItalic", "Inter", 600, true), ("Inter-Italic", "Inter", nil, true),
    ("DejaVu Sans Mono", "DejaVu Sans Mono", nil, false),
    ("Source Sans 3", "Source Sans 3", nil, false),
    ("Black", "Black", nil, false), ("Noto-Something", "Noto-Something", nil, false),
    ("", "", nil, false), ("  ", "", nil, false), ("-", "-", nil, false),
    ("Inter-", "Inter-", nil, false),
    ("Helvetica", "", nil, false), ("Helvetica-Bold", "", 700, false),
    ("HelveticaNeue-Light", "", 300, false), ("Helvetica Neue Medium", "", 500, false),
    ("ArialMT", "ArialMT", nil, false), ("Arial-BoldMT", "", 700, false),
    ("Menlo-Regular", "monospace", 400, false), ("Courier New", "monospace", nil, false),
    ("Georgia-BoldItalic", "serif", 700, true),
  ]

  @Test("A name is a family, a weight and a slant", arguments: names)
  func parts(name: String, family: String, weight: Int?, isItalic: Bool) {
    let parsed = FontName(name)
    #expect(parsed.family == family)
    #expect(parsed.weight == weight)
    #expect(parsed.isItalic == isItalic)
  }
}
