import Foundation

/// How the memory of a process develops: its resident size, looked at from outside again and again.
package struct ResidentMemory: CustomStringConvertible {
  /// Bytes, oldest first.
  package private(set) var samples: [Double] = []

  package init() {}
  package init(samples: [Double]) { self.samples = samples }

  /// Notes the size of a process now; false when there is no such process.
  @discardableResult
  package mutating func sample(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) }), pages > 0
    else { return false }
    samples.append(pages * Double(sysconf(Int32(_SC_PAGESIZE))))
    return true
  }

  /// By how much the straight line that comes closest to the samples rises, after a share of them has
  /// been left out as warm-up. Bytes.
  package func growth(after warmUp: Double) -> Double {
    let rest = samples.dropFirst(Int(Double(samples.count) * warmUp))
    guard rest.count > 1 else { return 0 }
    let count = Double(rest.count)
    let middle = (count - 1) / 2, mean = rest.reduce(0, +) / count
    var products = 0.0, squares = 0.0
    for (i, sample) in rest.enumerated() {
      products += (Double(i) - middle) * (sample - mean)
      squares += (Double(i) - middle) * (Double(i) - middle)
    }
    return products / squares * (count - 1)
  }

  /// In megabytes, at most twenty of them.
  package var description: String {
    let step = max(1, samples.count / 20)
    return stride(from: 0, to: samples.count, by: step)
      .map { String(format: "%.1f", samples[$0] / 1_048_576) }.joined(separator: " ") + " MB"
  }
}
