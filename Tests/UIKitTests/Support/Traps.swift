import Locks
import QuartzCore
import UIKit

/// The traps that `body` would have run into.
@MainActor
func traps(_ body: () throws -> Void) rethrows -> [String] {
  let lines = Guarded<[String]>([])
  replaceMisuseHandler { line in lines.withLock { $0.append(line) } }
  defer { replaceMisuseHandler(nil) }
  try body()
  return lines.withLock { $0 }
}
