import Synchronization

/// Ends passes over a table from any thread: those that are running or waiting, but no later ones.
final class ScanGate: Sendable {
  private let endCount = Atomic<Int>(0)
  private let runningTicket = Atomic<Int>(0)
  private let running = Mutex(false)

  /// The ticket of a pass that is requested now; valid until the next `end`.
  var ticket: Int { endCount.load(ordering: .relaxed) }

  /// Whether the passes with a ticket were ended.
  func isEnded(_ ticket: Int) -> Bool { endCount.load(ordering: .relaxed) != ticket }

  /// Whether the running pass was ended.
  var isRunningEnded: Bool { isEnded(runningTicket.load(ordering: .relaxed)) }

  /// Runs a pass.
  ///
  /// - Throws: `TableError.cancelled` if the pass was ended before it began; otherwise the errors of `work`.
  func run<Value>(_ ticket: Int, _ work: () throws(TableError) -> Value) throws(TableError) -> Value {
    let isLate = running.withLock { running in
      if isEnded(ticket) { return true }
      runningTicket.store(ticket, ordering: .relaxed)
      running = true
      return false
    }
    if isLate { throw .cancelled }
    defer { running.withLock { $0 = false } }
    return try work()
  }

  /// Ends all passes that are running or waiting.
  ///
  /// - Parameter interrupt: Called if a pass is running, before another one can begin.
  func end(_ interrupt: () -> Void) {
    running.withLock { running in
      endCount.add(1, ordering: .relaxed)
      if running { interrupt() }
    }
  }
}
