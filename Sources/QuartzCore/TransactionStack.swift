import CoreGraphicsAPI
import Geometry

/// Taken by every commit, by every look at what commits share, and by `CATransaction.lock()`.
enum CommitLock {
  static let shared = NSRecursiveLock()
}

/// One open transaction: what it sets, nil where it leaves that to the ones outside it.
final class Transaction {
  let isImplicit: Bool
  var duration: Double?
  var function: CAMediaTimingFunction?
  var disablesActions: Bool?
  /// The group that animations added now belong to.
  var completion: CompletionGroup?
  var custom: [String: Any] = [:]

  init(isImplicit: Bool) { self.isImplicit = isImplicit }
}

/// A completion block with the animations it waits for. Guarded by `CommitLock`.
final class CompletionGroup {
  /// Nil once it was handed on to be called.
  private(set) var block: (() -> Void)?
  private var waitingFor = 0
  /// The transaction is committed: nothing more joins.
  private var isSealed = false

  init(block: @escaping () -> Void) { self.block = block }

  func join() { waitingFor += 1 }

  func leave() {
    waitingFor -= 1
    callIfDone()
  }

  func seal() {
    isSealed = true
    callIfDone()
  }

  private func callIfDone() {
    guard isSealed, waitingFor == 0, let block else { return }
    self.block = nil
    Callbacks.complete(block)
  }
}

/// The open transactions of one thread, outermost first.
final class TransactionStack {
  private var open: [Transaction] = []
  /// Set in transactions that are not committed yet, those closed within an outer one included.
  private var unsealed: [CompletionGroup] = []
  /// Layers outside every hosted tree that were given animations since the last commit.
  private var loose: [CALayer] = []
  /// Those that changes made on this thread since the last commit belong to.
  private(set) var touchedHosts: [LayerHost] = []
  private var isCommitting = false
  /// The thread commits by itself when its run loop waits, should it have one.
  private var isObserved = false
  /// The groups whose children are being copied, outermost first.
  var copiedGroups: [CAAnimationGroup] = []
  /// How many layers a hit test has descended.
  var hitTestDepth = 0
  /// The sublayer of a transform layer that is about to be hit-tested, and the way from that layer's
  /// space to that of the point.
  var hitSpace: (sublayer: CALayer, matrix: Matrix4)?
  /// How far in front the layer is that the last transform layer found.
  var hitDepth = 0.0
  /// While display links are called on this thread: when the frame being prepared will be seen.
  var frameTime: Double?

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Safety: the value under the key is only ever the retained stack stored by `current`.
    let result = unsafe pthread_key_create(&key) { raw in
      guard let raw = unsafe raw else { return }
      // The thread's once more, for what asks for it on the way.
      unsafe pthread_setspecific(TransactionStack.key, raw)
      let stack = unsafe Unmanaged<TransactionStack>.fromOpaque(raw).takeRetainedValue()
      stack.threadEnds()
      pthread_setspecific(TransactionStack.key, nil)
    }
    precondition(result == 0, "no thread-specific storage is left for transactions")
    return key
  }()

  /// The calling thread's stack.
  static var current: TransactionStack {
    // Safety: see `key`; the thread's value stays retained until the thread ends.
    if let raw = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<TransactionStack>.fromOpaque(raw).takeUnretainedValue()
    }
    let stack = TransactionStack()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  /// The innermost open transaction; opens an implicit one where there is none.
  var innermost: Transaction {
    if let last = open.last { return last }
    let implicit = Transaction(isImplicit: true)
    open.append(implicit)
    if !isObserved {
      isObserved = true
      ImplicitCommit.installForThread()
    }
    return implicit
  }

  /// Notes a change in the tree of `host`, which this thread's next commit then submits; nil where
  /// the changed layer is in no hosted tree.
  func touch(_ host: LayerHost?) {
    if let host, !touchedHosts.contains(where: { $0 === host }) { touchedHosts.append(host) }
    if open.isEmpty { _ = innermost }
  }

  /// The innermost value of a setting.
  func setting<T>(_ value: (Transaction) -> T?) -> T? {
    for transaction in open.reversed() {
      if let value = value(transaction) { return value }
    }
    return nil
  }

  /// `setting(\.disablesActions)` for the path of every property change.
  var disablesActions: Bool {
    for transaction in open.reversed() {
      if let flag = transaction.disablesActions { return flag }
    }
    return false
  }

  func custom(_ key: String) -> Any? {
    open.reversed().lazy.compactMap { $0.custom[key] }.first
  }

  func setCompletion(_ block: (() -> Void)?) {
    let group = block.map { CompletionGroup(block: $0) }
    innermost.completion = group
    if let group { unsealed.append(group) }
  }

  /// A completion block waits for animations added now.
  var hasCompletion: Bool { open.contains { $0.completion != nil } }

  /// Joins an animation that is being added to every completion block that waits for it, but for
  /// those that it has joined.
  func joinedGroups(besides known: [CompletionGroup] = []) -> [CompletionGroup] {
    guard hasCompletion else { return [] }
    return CommitLock.shared.withLock {
      let groups = open.compactMap(\.completion).filter { group in
        !known.contains { $0 === group }
      }
      for group in groups { group.join() }
      return groups
    }
  }

  /// At the next commit animations that no hosted tree has ever shown end unless the layer is in one
  /// by then.
  func addLoose(_ layer: CALayer) {
    if loose.last !== layer { loose.append(layer) }
    _ = innermost
  }

  func begin() { open.append(Transaction(isImplicit: false)) }

  func commit() {
    guard let last = open.last, !last.isImplicit, !(isCommitting && open.count == 1) else {
      Warnings.once("CATransaction.unbalanced", "CATransaction.commit() without begin()")
      return
    }
    if open.count == 1 { commitAll() } else { open.removeLast() }
  }

  func flush() {
    guard open.count == 1, open[0].isImplicit, !isCommitting else { return }
    commitAll()
  }

  /// The outermost transaction stays open during layout and display, which change layers too.
  /// Hosts that only other threads changed wait for those threads.
  private func commitAll() {
    isCommitting = true
    CommitLock.shared.withLock {
      touchedHosts = LayerHost.commit(self)
      sealGroups()
    }
    open.removeAll()
    isCommitting = false
  }

  /// Nothing joins the completion blocks set so far any more. With `CommitLock` held.
  private func sealGroups() {
    for layer in loose where layer.host == nil { layer.endLooseAnimations() }
    loose.removeAll()
    let groups = unsealed
    unsealed.removeAll()
    for group in groups { group.seal() }
  }

  /// What the thread changed and did not commit goes with the next commit of those trees; completion
  /// blocks run when the animations that were added for them have ended.
  private func threadEnds() {
    guard !open.isEmpty else { return }
    Warnings.once("CATransaction.threadExit", "a thread ended with an uncommitted transaction")
    CommitLock.shared.withLock { sealGroups() }
    open.removeAll()
  }
}
