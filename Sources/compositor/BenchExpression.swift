import Foundation

/// Arithmetic over what a bench scene knows: `N`, `W`, `H`, `i`, `k`, `pi`, the scene's own definitions,
/// and `r0`, `r1`, … , the layer's random numbers from 0 to 1.
///
/// ```
/// choice     = comparison [ "?" choice ":" choice ]
/// comparison = sum [ ("<" | "<=" | ">" | ">=" | "==") sum ]        1 or 0
/// sum        = product { ("+" | "-") product }
/// product    = factor { ("*" | "/" | "%") factor }                 % like floor(x / y)'s rest
/// factor     = ["-"] ( number | name | function "(" choice { "," choice } ")" | "(" choice ")" )
/// ```
package indirect enum BenchExpression: Sendable {
  case constant(Double)
  case variable(Variable)
  case random(Int)
  case call(Function, [BenchExpression])
  case choice(BenchExpression, BenchExpression, BenchExpression)

  package enum Variable: String, Sendable, CaseIterable {
    case layers = "N"
    case width = "W"
    case height = "H"
    case index = "i"
    /// The number of a keyframe.
    case key = "k"
  }

  package enum Function: String, Sendable, CaseIterable {
    case sqrt, sin, cos, abs, floor, min, max
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case rest = "%"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="

    var arity: Int {
      switch self {
      case .sqrt, .sin, .cos, .abs, .floor: 1
      case .min, .max, .add, .subtract, .multiply, .divide, .rest, .less, .lessOrEqual, .greater,
        .greaterOrEqual, .equal:
        2
      }
    }
  }

  /// What the variables stand for.
  package struct Scope: Sendable {
    package var layers: Int
    /// Points.
    package var width: Double
    package var height: Double
    package var index = 0
    package var key = 0
    package var seed = 0

    package init(layers: Int, width: Double, height: Double, seed: Int = 0) {
      self.layers = layers
      self.width = width
      self.height = height
      self.seed = seed
    }

    /// The random number `k` of layer `index`: the same for the same seed, on every machine.
    package func random(_ k: Int) -> Double {
      let i = Double(index) + Double(seed) * 7919
      let value = Swift.abs(Foundation.sin(i * 12.9898 + Double(k) * 78.233) * 43758.5453)
      return value - Foundation.floor(value)
    }
  }

  /// - Parameter names: The scene's definitions.
  package init(_ text: String, names: [String: Double] = [:]) throws(Failure) {
    var parser = Parser(text, names)
    self = try parser.whole()
  }

  package func value(in scope: Scope) -> Double {
    switch self {
    case .constant(let value): value
    case .variable(.layers): Double(scope.layers)
    case .variable(.width): scope.width
    case .variable(.height): scope.height
    case .variable(.index): Double(scope.index)
    case .variable(.key): Double(scope.key)
    case .random(let k): scope.random(k)
    case .call(let function, let arguments):
      function.apply(
        arguments[0].value(in: scope), arguments.count > 1 ? arguments[1].value(in: scope) : 0)
    case .choice(let condition, let yes, let no):
      condition.value(in: scope) != 0 ? yes.value(in: scope) : no.value(in: scope)
    }
  }
}

extension BenchExpression.Function {
  /// Those of one argument ignore the second.
  fileprivate func apply(_ x: Double, _ y: Double) -> Double {
    switch self {
    case .sqrt: x.squareRoot()
    case .sin: Foundation.sin(x)
    case .cos: Foundation.cos(x)
    case .abs: Swift.abs(x)
    case .floor: x.rounded(.down)
    case .min: Swift.min(x, y)
    case .max: Swift.max(x, y)
    case .add: x + y
    case .subtract: x - y
    case .multiply: x * y
    case .divide: x / y
    case .rest: x - (x / y).rounded(.down) * y
    case .less: x < y ? 1 : 0
    case .lessOrEqual: x <= y ? 1 : 0
    case .greater: x > y ? 1 : 0
    case .greaterOrEqual: x >= y ? 1 : 0
    case .equal: x == y ? 1 : 0
    }
  }
}

extension BenchExpression {
  private struct Parser {
    private let text: String
    private let names: [String: Double]
    private var tokens: ArraySlice<String>
    private var depth = 0

    /// Deeper nesting is a mistake, and would need as much stack.
    private static let maximumDepth = 100

    init(_ text: String, _ names: [String: Double]) {
      self.text = text
      self.names = names
      tokens = Self.split(text)[...]
    }

    mutating func whole() throws(Failure) -> BenchExpression {
      let expression = try choice()
      if let token = tokens.first { throw wrong("'\(token)' is not expected") }
      return expression
    }

    private mutating func choice() throws(Failure) -> BenchExpression {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth else { throw wrong("it is nested too deep") }
      let condition = try comparison()
      guard take("?") else { return condition }
      let yes = try choice()
      guard take(":") else { throw wrong("'?' needs a ':'") }
      return .choice(condition, yes, try choice())
    }

    private mutating func comparison() throws(Failure) -> BenchExpression {
      let left = try sum()
      guard let function = operation(of: [.less, .lessOrEqual, .greater, .greaterOrEqual, .equal])
      else { return left }
      return .call(function, [left, try sum()])
    }

    private mutating func sum() throws(Failure) -> BenchExpression {
      var left = try product()
      while let function = operation(of: [.add, .subtract]) {
        left = .call(function, [left, try product()])
      }
      return left
    }

    private mutating func product() throws(Failure) -> BenchExpression {
      var left = try factor()
      while let function = operation(of: [.multiply, .divide, .rest]) {
        left = .call(function, [left, try factor()])
      }
      return left
    }

    private mutating func factor() throws(Failure) -> BenchExpression {
      if take("-") { return .call(.subtract, [.constant(0), try factorAfterSign()]) }
      return try factorAfterSign()
    }

    private mutating func factorAfterSign() throws(Failure) -> BenchExpression {
      guard let token = tokens.popFirst() else { throw wrong("it ends too early") }
      if token == "(" {
        let inner = try choice()
        guard take(")") else { throw wrong("a ')' is missing") }
        return inner
      }
      if let first = token.unicodeScalars.first, first == "." || ("0"..."9").contains(first) {
        guard let value = Double(token) else { throw wrong("'\(token)' is not a number") }
        return .constant(value)
      }
      return try named(token)
    }

    private mutating func named(_ name: String) throws(Failure) -> BenchExpression {
      if let function = Function(rawValue: name), take("(") {
        var arguments = [try choice()]
        while take(",") { arguments.append(try choice()) }
        guard take(")") else { throw wrong("a ')' is missing") }
        guard arguments.count == function.arity else {
          throw wrong("'\(name)' takes \(function.arity) arguments")
        }
        return .call(function, arguments)
      }
      if let value = names[name] { return .constant(value) }
      if let variable = Variable(rawValue: name) { return .variable(variable) }
      if name == "pi" { return .constant(.pi) }
      if name.hasPrefix("r"), let k = Int(name.dropFirst()), (0..<1000).contains(k) {
        return .random(k)
      }
      let variables = Variable.allCases.map(\.rawValue).joined(separator: ", ")
      let own = names.keys.sorted().prefix(20).map { ", \($0)" }.joined()
      throw wrong("'\(name.shortened)' is not known; there are \(variables), pi, r0 to r999\(own)")
    }

    private mutating func take(_ token: String) -> Bool {
      guard tokens.first == token else { return false }
      tokens.removeFirst()
      return true
    }

    private mutating func operation(of functions: [Function]) -> Function? {
      guard let function = functions.first(where: { $0.rawValue == tokens.first }) else {
        return nil
      }
      tokens.removeFirst()
      return function
    }

    private func wrong(_ what: String) -> Failure {
      Failure(.malformed, "the expression '\(text.shortened)' cannot be read: \(what)")
    }

    /// Names and numbers, comparisons, single signs.
    private static func split(_ text: String) -> [String] {
      var tokens: [String] = []
      var word = ""
      func isWord(_ c: Character) -> Bool { c.isLetter || c.isNumber || c == "." || c == "_" }
      for c in text {
        if isWord(c) {
          word.append(c)
          continue
        }
        if !word.isEmpty { tokens.append(word) }
        word = ""
        if c == "=", let last = tokens.last, ["<", ">", "="].contains(last) {
          tokens[tokens.count - 1] += "="
        } else if !c.isWhitespace {
          tokens.append(String(c))
        }
      }
      if !word.isEmpty { tokens.append(word) }
      return tokens
    }
  }
}
