/// A font as named by an app, taken apart without asking the system.
///
/// Accepted: a family with or without style words at its end ("Inter", "Inter Semi Bold Italic"),
/// and the PostScript form, where one hyphen separates the two ("Inter-SemiBoldItalic").
struct FontName: Hashable {
  /// Empty for the default sans serif.
  var family: String
  /// 100…1000.
  var weight: Int?
  var isItalic = false

  /// Names of Apple's system fonts, lower case without spaces or punctuation, and what stands in.
  private static let substitutes: [String: String] = [
    "helvetica": "", "helveticaneue": "", "arial": "", "system": "", "systemui": "",
    "sansserif": "",
    "sans": "", "sfpro": "", "sfprotext": "", "sfprodisplay": "", "sfprorounded": "",
    "sfuitext": "",
    "sfuidisplay": "", "sfui": "", "applesystemuifont": "", "applesystem": "", "lucidagrande": "",
    "menlo": "monospace", "monaco": "monospace", "courier": "monospace", "couriernew": "monospace",
    "sfmono": "monospace", "times": "serif", "timesnewroman": "serif", "georgia": "serif",
    "newyork": "serif",
  ]

  private static let weights: [String: Int] = [
    "thin": 100, "ultralight": 200, "extralight": 200, "light": 300, "regular": 400, "roman": 400,
    "normal": 400, "book": 400, "medium": 500, "semibold": 600, "demibold": 600, "bold": 700,
    "extrabold": 800, "ultrabold": 800, "heavy": 800, "black": 900,
  ]
  private static let prefixes: Set<String> = ["ultra", "extra", "semi", "demi"]

  init(_ name: String) {
    var words = name.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1, let parts = Self.postScriptParts(words[0]) { words = parts }
    // Style words count only behind a family: "Black" alone is a family.
    while words.count > 1, let last = words.last?.lowercased() {
      if last == "italic" || last == "oblique" {
        isItalic = true
        words.removeLast()
      } else if let heavier = Self.weight(last, after: words[words.count - 2]), words.count > 2 {
        if weight == nil { weight = heavier }
        words.removeLast(2)
      } else if let value = Self.weights[last] {
        if weight == nil { weight = value }
        words.removeLast()
      } else {
        break
      }
    }
    family = words.joined(separator: " ")
    let key = String(family.lowercased().filter { $0.isLetter || $0.isNumber })
    family = Self.substitutes[key] ?? family
  }

  /// "Semi" + "Bold" and the like, two words for one weight.
  private static func weight(_ word: String, after prefix: String) -> Int? {
    let prefix = prefix.lowercased()
    return prefixes.contains(prefix) ? weights[prefix + word] : nil
  }

  /// "Inter-SemiBoldItalic" → Inter, SemiBold, Italic; nil where what follows the hyphen is not all
  /// style words.
  private static func postScriptParts(_ name: String) -> [String]? {
    guard let hyphen = name.lastIndex(of: "-"), hyphen != name.startIndex else { return nil }
    var style = String(name[name.index(after: hyphen)...]).lowercased()
    if style.hasSuffix("mt") { style.removeLast(2) }
    var parts: [String] = []
    for suffix in ["italic", "oblique"] where style.hasSuffix(suffix) {
      style.removeLast(suffix.count)
      parts = [suffix]
    }
    if weights[style] != nil {
      parts.insert(style, at: 0)
    } else if !style.isEmpty || parts.isEmpty {
      return nil
    }
    return [String(name[..<hyphen])] + parts
  }
}
