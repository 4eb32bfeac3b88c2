import Foundation
import Testing

/// Reads a trace with a parser that shares nothing with the writer, and checks what the format asks.
struct TraceReader {
  struct Event {
    var phase: String
    var name: String
    var thread: Int
    /// Microseconds.
    var time: Double
    var length: Double?
    var arguments: [String: Any]
  }

  let events: [Event]

  init(_ data: Data) throws {
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(root["displayTimeUnit"] as? String == "ms")
    #expect(Set(root.keys) == ["displayTimeUnit", "traceEvents"])
    let items = try #require(root["traceEvents"] as? [[String: Any]])
    var events: [Event] = []
    for item in items {
      let event = Event(
        phase: try #require(item["ph"] as? String), name: try #require(item["name"] as? String),
        thread: try #require(item["tid"] as? Int), time: try #require(item["ts"] as? Double),
        length: item["dur"] as? Double,
        arguments: try #require(item["args"] as? [String: Any]))
      #expect(item["pid"] as? Int == 1)
      #expect(event.time >= 0)
      events.append(event)
    }
    self.events = events
    checkPhases()
    checkOrder()
    checkNesting()
  }

  /// Thread numbers by name.
  var tracks: [String: Int] {
    let named = events.filter { $0.phase == "M" && $0.name == "thread_name" }
    return Dictionary(
      uniqueKeysWithValues: named.compactMap { event in
        (event.arguments["name"] as? String).map { ($0, event.thread) }
      })
  }

  var processName: String? {
    events.first { $0.phase == "M" && $0.name == "process_name" }?.arguments["name"] as? String
  }

  func events(of track: String, named name: String? = nil) -> [Event] {
    events.filter {
      $0.phase != "M" && $0.thread == tracks[track] && (name == nil || $0.name == name)
    }
  }

  private func checkPhases() {
    for event in events {
      #expect(["M", "X", "i", "C"].contains(event.phase))
      #expect((event.phase == "X") == (event.length != nil))
      #expect((event.length ?? 0) >= 0)
      #expect(event.phase == "M" || tracks.values.contains(event.thread))
    }
  }

  private func checkOrder() {
    for thread in tracks.values {
      let times = events.filter { $0.thread == thread && $0.phase != "M" }.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "thread \(thread)")
    }
  }

  /// A span lies wholly inside the open one or after it. Half a nanosecond is rounding.
  private func checkNesting() {
    for thread in tracks.values {
      var ends: [Double] = []
      for event in events where event.thread == thread && event.phase == "X" {
        let end = event.time + (event.length ?? 0)
        while let open = ends.last, open <= event.time + 0.0005 { ends.removeLast() }
        #expect(ends.last.map { end <= $0 + 0.0005 } ?? true, "\(event.name) at \(event.time)")
        ends.append(end)
      }
    }
  }
}
