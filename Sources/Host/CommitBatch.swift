import LayerCommit

/// The commits that arrived since the last look, with what the main thread's side knows about them.
struct CommitBatch {
  /// The main thread's work behind some commits.
  struct Span {
    var nanoseconds: Int64 = 0
    /// When that work began for the first and ended for the last of them; media time in seconds.
    var begin: Double?
    var end: Double?
    /// The oldest input they answer, by the display's stamp; media time in seconds.
    var inputTime: Double?

    mutating func add(_ later: Span) {
      nanoseconds += later.nanoseconds
      begin = begin ?? later.begin
      end = later.end ?? end
      inputTime = Span.earlier(inputTime, later.inputTime)
    }

    static func earlier(_ a: Double?, _ b: Double?) -> Double? {
      guard let a, let b else { return a ?? b }
      return min(a, b)
    }
  }

  var commits: [Commit] = []
  var span = Span()
  /// Events that had been taken when the last of the commits was made.
  var answered: UInt64 = 0
}
