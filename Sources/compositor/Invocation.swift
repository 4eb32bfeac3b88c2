/// What the command line asks for, checked.
package enum Invocation {
  case help
  case version
  case listDemos
  case demo(DemoOptions)
  case info(json: Bool)
  case dump(DumpKind, DemoOptions)
  case bench(BenchOptions)
  case plot(PlotOptions)

  /// What `dump` prints.
  package enum DumpKind: String, CaseIterable, Sendable {
    case commit, tree, drawlist
  }

  /// - Parameter arguments: Without the program's name.
  package init(arguments: [String]) throws(Failure) {
    switch arguments.first {
    case "info":
      let parsed = try Self.parse(arguments.dropFirst(), specs: OptionTable.info, words: 0)
      self = parsed.has("--help") ? .help : .info(json: parsed.has("--json"))
    case "dump":
      let parsed = try Self.parse(arguments.dropFirst(), specs: OptionTable.dump, words: 1)
      self = parsed.has("--help") ? .help : try Self.dump(parsed)
    case "bench":
      let parsed = try Self.parse(arguments.dropFirst(), specs: OptionTable.bench, words: 0)
      self = parsed.has("--help") ? .help : .bench(try BenchOptions(parsed))
    case "plot":
      let parsed = try Self.parse(arguments.dropFirst(), specs: OptionTable.plot, words: 0)
      self = parsed.has("--help") ? .help : .plot(try PlotOptions(parsed))
    default:
      let parsed = try Self.parse(arguments[...], specs: OptionTable.main, words: 0)
      self = try Self.main(parsed)
    }
  }

  private static func parse(
    _ arguments: ArraySlice<String>, specs: [OptionSpec], words: Int
  ) throws(Failure) -> ParsedArguments {
    let parsed = try ParsedArguments(Array(arguments), specs: specs)
    if parsed.words.count > words {
      let word = parsed.words[words]
      let nearest = nearestName(to: word, among: OptionTable.commands) ?? "--help"
      throw .usage("unexpected argument '\(word.shortened)'; the nearest is '\(nearest)'")
    }
    return parsed
  }

  private static func main(_ parsed: ParsedArguments) throws(Failure) -> Invocation {
    if parsed.has("--help") { return .help }
    if parsed.has("--version") { return .version }
    if parsed.has("--list-demos") { return .listDemos }
    guard parsed.has("--demo") else {
      guard parsed.isEmpty else { throw .usage("'--demo' is missing: --demo NAME") }
      throw .usage("nothing to do; the nearest is '--demo gallery', '--help' lists the rest")
    }
    return .demo(try DemoOptions(parsed))
  }

  private static func dump(_ parsed: ParsedArguments) throws(Failure) -> Invocation {
    let names = DumpKind.allCases.map(\.rawValue)
    guard let word = parsed.words.first else {
      throw .usage("dump needs one of \(names.joined(separator: ", "))")
    }
    guard let kind = DumpKind(rawValue: word) else {
      let nearest = nearestName(to: word, among: names) ?? names[0]
      throw .usage("unknown dump '\(word.shortened)'; the nearest is '\(nearest)'")
    }
    guard parsed.has("--demo") else { throw .usage("dump needs --demo NAME") }
    let options = try DemoOptions(parsed, isDump: true)
    if let times = options.times, times.count > 1 {
      throw .usage("dump takes one time, but --at has \(times.count)")
    }
    return .dump(kind, options)
  }
}
