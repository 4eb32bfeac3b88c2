import CoreFoundation
import CoreGraphicsAPI
import LayerCommit
import Locks
import QuartzCore
import Testing

@MainActor
@Suite("Transactions of several threads")
struct TransactionThreadTests {
  /// Runs `body` on a thread of its own and waits until that has ended, thread-specific values
  /// included.
  private func onThread(_ body: @escaping @Sendable () -> Void) {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      AtThreadEnd.signal(ended)
      body()
    }
    ended.wait()
  }

  @Test("Threads have transactions of their own and commit what they changed")
  func ownTransactions() {
    withStage { stage in
      let layer = stage.layer()
      layer.isHidden = true
      nonisolated(unsafe) let shared = layer
      let before = stage.service.commits.count
      onThread {
        CATransaction.begin()
        CATransaction.setAnimationDuration(9)
        shared.isDoubleSided = false
        CATransaction.commit()
      }
      #expect(stage.service.commits.count == before + 1)
      #expect(CATransaction.animationDuration() == 0.25)
    }
  }

  @Test("A thread lays out and commits only the trees that it changed itself")
  func ownHosts() {
    final class Counting: CALayer {
      var layouts = 0
      override func layoutSublayers() { layouts += 1 }
    }
    withStage { stage in
      let service = FakeService()
      let host = LayerHost(surface: SurfaceID(raw: 77), service: service)
      let layer = Counting(), other = CALayer()
      stage.root.addSublayer(layer)
      host.rootLayer = other
      stage.commit()
      let shown = stage.service.commits.count, layouts = layer.layouts
      let otherShown = service.commits.count
      layer.setNeedsLayout()
      layer.isHidden = true
      nonisolated(unsafe) let theirs = other
      onThread {
        CATransaction.setDisableActions(true)
        CATransaction.flush()
        theirs.isHidden = true
        CATransaction.flush()
      }
      #expect(layer.layouts == layouts && stage.service.commits.count == shown)
      #expect(service.commits.count == otherShown + 1)
      stage.commit()
      #expect(layer.layouts == layouts + 1 && stage.service.commits.count == shown + 1)
      #expect(service.commits.count == otherShown + 1)
      host.close()
    }
  }

  @Test("A thread that turns a run loop of its own commits by itself before the loop waits")
  func threadsWithRunLoops() {
    withStage { stage in
      let layer = stage.layer()
      nonisolated(unsafe) let shared = layer
      let before = stage.service.commits.count
      let during = Guarded<[Int]>([])
      onThread {
        for hidden in [true, false] {
          // In the loop, as a timer or a source would.
          RunLoop.current.perform {
            shared.isDoubleSided = !hidden
            during.withLock { $0.append(stage.service.commits.count) }
          }
          CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true)
          during.withLock { $0.append(stage.service.commits.count) }
        }
      }
      #expect(during.withLock { $0 } == [before, before + 1, before + 1, before + 2])
      #expect(stage.lastOps == ["set #1 doubleSided 1.0"])
    }
  }

  @Test(
    "What a thread left open when it ended goes with the next commit of that tree, with a warning")
  func threadEnds() {
    withStage { stage in
      let layer = stage.layer()
      nonisolated(unsafe) let shared = layer
      let before = stage.service.commits.count
      let said = warnings {
        onThread {
          CATransaction.begin()
          CATransaction.setDisableActions(true)
          shared.opacity = 0.5
        }
      }
      #expect(said.count == 1)
      stage.commit()
      #expect(stage.service.commits.count == before)
      layer.isDoubleSided = false
      stage.commit()
      #expect(stage.lastOps == ["set #1 opacity 0.5", "set #1 doubleSided 0.0"])
    }
  }

  @Test("The completion block of a thread that ended without a commit runs all the same, once")
  func completionOfEndedThread() {
    withStage { stage in
      let layer = stage.layer()
      nonisolated(unsafe) let shared = layer
      let calls = Guarded<[String]>([])
      _ = warnings {
        onThread {
          CATransaction.setCompletionBlock { calls.withLock { $0.append("empty") } }
          CATransaction.begin()
          CATransaction.setCompletionBlock { calls.withLock { $0.append("loose") } }
          let loose = CALayer(), animation = CABasicAnimation(keyPath: "opacity")
          animation.toValue = 0
          loose.add(animation, forKey: "a")
          CATransaction.setCompletionBlock { calls.withLock { $0.append("shown") } }
          shared.add(animation, forKey: "a")
        }
      }
      LayerHost.drainDeferred()
      #expect(calls.withLock { $0 } == ["loose"], "the outer one waits for what the inner ones do")
      // Goes out with the next change of the tree.
      layer.isDoubleSided = false
      stage.mark()
      stage.at(0.2)
      #expect(calls.withLock { $0 } == ["loose"])
      stage.at(0.3)
      #expect(calls.withLock { $0.sorted() } == ["empty", "loose", "shown"])
    }
  }

  @Test("A completion block set on another thread runs on the main one")
  func completionOnMain() {
    withStage { stage in
      let layer = stage.layer()
      nonisolated(unsafe) let shared = layer
      let calls = Guarded<[Thread]>([])
      let here = Thread.current
      onThread {
        CATransaction.begin()
        CATransaction.setCompletionBlock { calls.withLock { $0.append(Thread.current) } }
        shared.isDoubleSided = false
        CATransaction.commit()
        CATransaction.flush()
      }
      #expect(calls.withLock { $0 } == [] && LayerHost.hasDeferred)
      LayerHost.drainDeferred()
      #expect(calls.withLock { $0 } == [here])
    }
  }

  @Test("Who holds the lock, however often, keeps other threads' commits waiting")
  func lock() {
    withStage { stage in
      let layer = stage.layer()
      nonisolated(unsafe) let shared = layer
      let before = stage.service.commits.count
      let changed = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
      CATransaction.lock()
      CATransaction.lock()
      // Commits of the thread that holds it do not wait.
      layer.isHidden = true
      stage.commit()
      #expect(stage.service.commits.count == before + 1)
      Thread.detachNewThread {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        shared.isDoubleSided = false
        changed.signal()
        CATransaction.commit()
        done.signal()
      }
      changed.wait()
      CATransaction.unlock()
      // Long enough for a commit that does not wait to be seen.
      #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
      #expect(stage.service.commits.count == before + 1)
      CATransaction.unlock()
      done.wait()
      #expect(stage.service.commits.count == before + 2)
    }
  }
}

/// Tells of a thread's end after the values that others keep for that thread are gone.
private enum AtThreadEnd {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Safety: the value is the retained semaphore, or that with its turns counted.
    let result = unsafe pthread_key_create(&key) { raw in
      guard let raw = unsafe raw else { return }
      let box = unsafe Unmanaged<Box>.fromOpaque(raw).takeRetainedValue()
      box.turns += 1
      // Others may be cleaned up after this one: wait until the last round but one.
      if box.turns < 3 {
        unsafe pthread_setspecific(AtThreadEnd.key, Unmanaged.passRetained(box).toOpaque())
      } else {
        box.semaphore.signal()
      }
    }
    precondition(result == 0, "no thread-specific storage is left")
    return key
  }()

  private final class Box {
    let semaphore: DispatchSemaphore
    var turns = 0
    init(_ semaphore: DispatchSemaphore) { self.semaphore = semaphore }
  }

  static func signal(_ semaphore: DispatchSemaphore) {
    unsafe pthread_setspecific(key, Unmanaged.passRetained(Box(semaphore)).toOpaque())
  }
}
