import Synchronization

/// Ends passes over a table from any thread: those that run, and those that wait to run, but none that comes
/// later.
final class ScanGate: Sendable {
  private let endCount = Atomic<Int>(0)
  private let runningTicket = Atomic<Int>(0)
  private let running = Mutex(false)

  /// What a pass takes when it is asked for; it stands until the next `end`.
  var ticket: Int { endCount.load(ordering: .relaxed) }

  /// Whether the passes with a ticket were ended.
  func isEnded(_ ticket: Int) -> Bool { endCount.load(ordering: .relaxed) != ticket }

  /// Whether the pass that runs now was ended.
  var isRunningEnded: Bool { isEnded(runningTicket.load(ordering: .relaxed)) }

  /// Runs a pass.
  ///
  /// - Throws: `TableError.cancelled` where it was ended before it began; else what the work throws.
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

  /// Ends all passes there are.
  ///
  /// - Parameter interrupt: Called where one runs, and before it can have given way to another.
  func end(_ interrupt: () -> Void) {
    running.withLock { running in
      endCount.add(1, ordering: .relaxed)
      if running { interrupt() }
    }
  }
}
