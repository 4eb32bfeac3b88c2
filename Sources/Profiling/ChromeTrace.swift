/// Frames as a trace in the format that chrome://tracing and Perfetto open; docs/profile.md has its
/// tracks and names.
///
/// Times are microseconds since the earliest moment of the trace. Within a track they never fall and
/// spans nest.
///
/// ```
/// main          ├─ commit ─┤
/// render                   ├──────────── frame ────────────┤
///                          ├ apply ┼ sample ┼ build ┼ …     ┤
/// GPU                                                       ├── gpu ──┤
/// presentation                                                 ◇ target      ◆ presented
/// ```
package struct ChromeTrace: Sendable {
  /// In the order in which they are shown; the raw value is the thread's number in the file.
  package enum Track: Int, CaseIterable, Sendable {
    case main = 1
    case render, gpu, presentation, counters

    var name: String {
      switch self {
      case .main: "main"
      case .render: "render"
      case .gpu: "GPU"
      case .presentation: "presentation"
      case .counters: "counters"
      }
    }
  }

  private struct Event {
    var track: Track
    var name: String
    /// Nanoseconds of media time.
    var begin: Int64
    /// Nanoseconds; nil for a moment.
    var length: Int64?
    var arguments: [(String, JSON)]
    var isCounter = false
  }

  private let process: String
  private var events: [Event] = []
  /// Where the last span of each track ends, by its raw value: one thread does one thing at a time.
  private var ends = [Int64](repeating: .min, count: Track.allCases.count + 1)

  private static let processID = 1

  /// - Parameter process: A name for the whole, such as the window's title.
  package init(_ frames: [FrameRecord], process: String) {
    self.process = process
    for frame in frames { add(frame) }
    // Frames may be seen in another order than they were drawn; moments of a track are sorted, and
    // a stable sort keeps what contains others before them.
    let order = events.indices.sorted {
      (events[$0].track.rawValue, events[$0].begin, $0)
        < (events[$1].track.rawValue, events[$1].begin, $1)
    }
    events = order.map { events[$0] }
  }

  /// Hands over the document line by line, each with its line break: an event per line.
  package func writeLines(_ write: (String) -> Void) {
    write("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n")
    var before = metadata.map(\.line).joined(separator: ",\n")
    let zero = events.map(\.begin).min() ?? 0
    for event in events {
      write(before + ",\n")
      before = json(event, zero: zero).line
    }
    write(before + "\n]}\n")
  }

  package var text: String {
    var text = ""
    writeLines { text += $0 }
    return text
  }

  // MARK: Events

  private mutating func add(_ frame: FrameRecord) {
    let index = ("frame", JSON.int(frame.index))
    // Without a clock of its own a frame was drawn at the moment it shows.
    let start = Self.nanoseconds(frame.startTime > 0 ? frame.startTime : frame.targetTime)
    addCommit(frame, before: start)
    let begin = max(start, ends[Track.render.rawValue])
    let spans: [(String, Int64)] = [
      ("apply", frame.apply), ("sample", frame.sample), ("build", frame.build),
      ("record", frame.record), ("submit", frame.submit),
    ]
    addSpan(
      .render, "frame", at: begin, length: frame.work,
      [
        index, ("layers", .int(frame.layers)), ("animated", .int(frame.animated)),
        ("passes", .int(frame.passes)), ("missed_commit", .bool(frame.missedCommit)),
      ])
    var position = begin
    for (name, length) in spans {
      addSpan(.render, name, at: position, length: length, [index])
      position += length
    }
    ends[Track.render.rawValue] = position
    if frame.gpu > 0 {
      // The device begins when it has the frame and is done with the one before.
      let begin = max(position, ends[Track.gpu.rawValue])
      addSpan(.gpu, "gpu", at: begin, length: frame.gpu, [index])
      ends[Track.gpu.rawValue] = begin + frame.gpu
    }
    addPresentation(frame, index)
    events.append(
      Event(
        track: .counters, name: "cost", begin: begin,
        arguments: [
          ("draws", .int(frame.draws)), ("damaged_pixels", .int(frame.damagedPixels)),
        ], isCounter: true))
  }

  private mutating func addCommit(_ frame: FrameRecord, before start: Int64) {
    guard frame.commit > 0 || frame.commitBegin != nil else { return }
    let end = frame.commitEnd.map(Self.nanoseconds) ?? start
    let begin = frame.commitBegin.map(Self.nanoseconds) ?? end - frame.commit
    let free = max(begin, ends[Track.main.rawValue])
    let length = max(0, end - free)
    addSpan(
      .main, "commit", at: free, length: length,
      [
        ("frame", .int(frame.index)), ("work_us", Self.microseconds(frame.commit)),
        ("input_s", JSON(frame.inputTime)),
      ])
    ends[Track.main.rawValue] = free + length
  }

  private mutating func addPresentation(_ frame: FrameRecord, _ index: (String, JSON)) {
    events.append(
      Event(
        track: .presentation, name: "target", begin: Self.nanoseconds(frame.targetTime),
        arguments: [index, ("target_s", .number(frame.targetTime))]))
    guard let seen = frame.presentTime else { return }
    events.append(
      Event(
        track: .presentation, name: frame.lateCause == nil ? "presented" : "late",
        begin: Self.nanoseconds(seen),
        arguments: [
          index, ("target_s", .number(frame.targetTime)), ("present_s", .number(seen)),
          ("lateness_ms", .number((seen - frame.targetTime) * 1000)),
          ("cause", JSON(frame.lateCause?.rawValue)),
        ]))
  }

  private mutating func addSpan(
    _ track: Track, _ name: String, at begin: Int64, length: Int64, _ arguments: [(String, JSON)]
  ) {
    events.append(
      Event(track: track, name: name, begin: begin, length: max(0, length), arguments: arguments))
  }

  // MARK: JSON

  private var metadata: [JSON] {
    func named(_ what: String, _ name: String, _ track: Int) -> JSON {
      .object([
        ("ph", .string("M")), ("name", .string(what)), ("pid", .int(Self.processID)),
        ("tid", .int(track)), ("ts", .int(0)), ("args", .object([("name", .string(name))])),
      ])
    }
    func placed(_ track: Int) -> JSON {
      .object([
        ("ph", .string("M")), ("name", .string("thread_sort_index")),
        ("pid", .int(Self.processID)), ("tid", .int(track)), ("ts", .int(0)),
        ("args", .object([("sort_index", .int(track))])),
      ])
    }
    return [named("process_name", process, 0)]
      + Track.allCases.flatMap {
        [named("thread_name", $0.name, $0.rawValue), placed($0.rawValue)]
      }
  }

  private func json(_ event: Event, zero: Int64) -> JSON {
    let phase = event.isCounter ? "C" : event.length == nil ? "i" : "X"
    var members: [(String, JSON)] = [
      ("ph", .string(phase)), ("name", .string(event.name)), ("pid", .int(Self.processID)),
      ("tid", .int(event.track.rawValue)), ("ts", Self.microseconds(event.begin - zero)),
    ]
    if let length = event.length {
      members.append(("dur", Self.microseconds(length)))
      members.append(("cat", .string("frame")))
    } else if !event.isCounter {
      // A moment of its track, not of the whole process.
      members.append(("s", .string("t")))
    }
    members.append(("args", .object(event.arguments)))
    return .object(members)
  }

  private static func microseconds(_ nanoseconds: Int64) -> JSON {
    .number(Double(nanoseconds) / 1000)
  }

  /// Whole nanoseconds, so that spans end exactly where the next begin. What is no time is 0.
  private static func nanoseconds(_ seconds: Double) -> Int64 {
    Int64(exactly: (seconds * 1e9).rounded()) ?? 0
  }
}
