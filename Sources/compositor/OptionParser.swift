/// One option a command accepts.
package struct OptionSpec: Sendable {
  package enum Argument: Equatable, Sendable {
    case none
    case required(String)
    /// Taken when the next argument does not begin with a hyphen.
    case optional(String)
  }

  package let name: String
  package let argument: Argument
  package let help: String

  package init(_ name: String, _ argument: Argument = .none, help: String) {
    self.name = name
    self.argument = argument
    self.help = help
  }

  /// As the help shows it: `--size WxH`.
  package var usage: String {
    switch argument {
    case .none: name
    case .required(let value): "\(name) \(value)"
    case .optional(let value): "\(name) [\(value)]"
    }
  }
}

/// Arguments split into words and options, every option known and given once.
package struct ParsedArguments: Equatable {
  package private(set) var words: [String] = []
  private var options: [String: String?] = [:]

  /// Understands `--name`, `--name value` and `--name=value`.
  package init(_ arguments: [String], specs: [OptionSpec]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument.count > 1 else {
        words.append(argument)
        continue
      }
      let equals = argument.firstIndex(of: "=")
      let name = String(argument[..<(equals ?? argument.endIndex)])
      let attached = equals.map { String(argument[argument.index(after: $0)...]) }
      guard let spec = specs.first(where: { $0.name == name }) else {
        let nearest = nearestName(to: name, among: specs.map(\.name)) ?? "--help"
        throw .usage("unknown option '\(name)'; the nearest is '\(nearest)'")
      }
      guard options[name] == nil else { throw .usage("option '\(name)' is given twice") }
      switch spec.argument {
      case .none:
        guard attached == nil else { throw .usage("option '\(name)' takes no value") }
        options[name] = .some(nil)
      case .required(let what):
        // A negative number is a bad value of this option, not the next option.
        let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value = attached ?? next, !value.isEmpty else {
          throw .usage("option '\(name)' needs a value: \(name) \(what)")
        }
        if attached == nil { rest.removeFirst() }
        options[name] = .some(value)
      case .optional:
        if let attached {
          options[name] = .some(attached)
        } else if let next = rest.first, !next.hasPrefix("-") {
          rest.removeFirst()
          options[name] = .some(next)
        } else {
          options[name] = .some(nil)
        }
      }
    }
  }

  /// No option at all was given.
  package var isEmpty: Bool { options.isEmpty }
  package func has(_ name: String) -> Bool { options[name] != nil }
  package func text(_ name: String) -> String? { options[name] ?? nil }
}
