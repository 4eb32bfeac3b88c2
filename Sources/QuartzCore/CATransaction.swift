import CoreGraphicsAPI

/// Keys of `CATransaction.value(forKey:)`.
public let kCATransactionAnimationDuration = "animationDuration"
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
public let kCATransactionDisableActions = "disableActions"
public let kCATransactionCompletionBlock = "completionBlock"

/// Groups changes to layers so that they reach the screen together.
///
/// Each thread has its own stack of open transactions. A change made while none is open opens an
/// implicit one, which is committed before the thread's run loop waits; threads that turn no run loop
/// call `flush()` or use `begin()` and `commit()`. Settings are looked up from the innermost outwards.
public final class CATransaction {
  private init() {}

  public class func begin() { TransactionStack.current.begin() }

  /// Closes the innermost transaction. Closing the outermost one shows all changes.
  public class func commit() { TransactionStack.current.commit() }

  /// Commits the implicit transaction now; does nothing inside an explicit one.
  public class func flush() { TransactionStack.current.flush() }

  /// A process-wide recursive lock that every commit takes: held by a thread while it reads or
  /// changes layers that other threads change too.
  public class func lock() { CommitLock.shared.lock() }
  public class func unlock() { CommitLock.shared.unlock() }

  /// Seconds; 0.25 unless set.
  public class func animationDuration() -> CFTimeInterval {
    TransactionStack.current.setting(\.duration) ?? 0.25
  }

  public class func setAnimationDuration(_ dur: CFTimeInterval) {
    guard dur.isFinite, dur >= 0 else {
      Warnings.once(
        "CATransaction.duration", "a transaction's duration must be finite and not negative")
      return
    }
    TransactionStack.current.innermost.duration = dur
  }

  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    TransactionStack.current.setting(\.function)
  }

  /// Nil takes that of the transactions outside.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.current.innermost.function = function
  }

  /// True: changes look up no actions. Animations added explicitly still run.
  public class func disableActions() -> Bool {
    TransactionStack.current.setting(\.disablesActions) ?? false
  }

  public class func setDisableActions(_ flag: Bool) {
    TransactionStack.current.innermost.disablesActions = flag
  }

  public class func completionBlock() -> (() -> Void)? {
    TransactionStack.current.setting(\.completion)?.block
  }

  /// Called on the main thread when all animations added from now on, in this transaction and in
  /// nested ones, have ended or were removed; soon after the commit where there are none.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    TransactionStack.current.setCompletion(block)
  }

  /// A setting by one of the `kCATransaction` keys, or a value of the application's own.
  public class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: animationDuration()
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionDisableActions: disableActions()
    case kCATransactionCompletionBlock: completionBlock()
    default: TransactionStack.current.custom(key)
    }
  }

  /// Nil takes back what this transaction set: the ones outside it count again.
  public class func setValue(_ value: Any?, forKey key: String) {
    let innermost = TransactionStack.current.innermost
    switch key {
    case kCATransactionAnimationDuration:
      guard let value else { return innermost.duration = nil }
      guard let seconds = Boxing.number(value) else { return refuse(key) }
      setAnimationDuration(seconds)
    case kCATransactionDisableActions:
      guard let value else { return innermost.disablesActions = nil }
      guard let flag = Boxing.number(value) else { return refuse(key) }
      setDisableActions(flag != 0)
    case kCATransactionAnimationTimingFunction:
      let function = value as? CAMediaTimingFunction
      guard function != nil || value == nil else { return refuse(key) }
      setAnimationTimingFunction(function)
    case kCATransactionCompletionBlock:
      let block = value as? () -> Void
      guard block != nil || value == nil else { return refuse(key) }
      setCompletionBlock(block)
    default:
      innermost.custom[key] = value
    }
  }

  private class func refuse(_ key: String) {
    Warnings.once("CATransaction.type.\(key)", "a value of the wrong type was set for \"\(key)\"")
  }
}
