import TestSupport

/// A field case handed over as a file.
func fieldCase(_ name: String) throws -> VectorValue {
  try VectorValue(fixture: "FieldCases/\(name).json")
}

/// The cases of one vector file that a test runs, and the account of those it does not.
struct VectorCases {
  let file: VectorFile
  private(set) var selected: [VectorCase] = []
  private var excluded: [(id: String, feature: String)] = []

  /// Takes every case whose kind is among `kinds` (nil: all). `awaiting` names the feature a case
  /// still needs, or nil when it can run.
  init(
    _ name: String, kinds: Set<String>? = nil,
    awaiting: (VectorCase) -> String? = { _ in nil }
  ) throws {
    file = try VectorFile(named: name)
    for item in file.cases {
      if let kinds, !kinds.contains(item.kind) { continue }
      if let feature = awaiting(item) {
        excluded.append((item.id, feature))
      } else {
        selected.append(item)
      }
    }
  }

  func tolerance(_ item: VectorCase) -> Double { item.tolerance ?? file.tolerance ?? 0 }

  /// Printed by the test after its last case, so that the log says what was covered.
  func printSummary() {
    print("\(file.name): \(selected.count) cases ran end to end, \(excluded.count) excluded")
    for (id, feature) in excluded { print("\(file.name): excluded \(id), awaits \(feature)") }
  }
}
