import Synchronization

/// A gate that lets any thread cancel all running and waiting passes over a table, without affecting later
/// passes.
final class ScanGate: Sendable {
  private let endCount = Atomic<Int>(0)
  private let runningTicket = Atomic<Int>(0)
  private let running = Mutex(false)
  /// Held by the running pass of `pass`, since only one pass runs at a time.
  private let turn = Mutex(())

  /// A ticket for a new pass.
  ///
  /// It is valid until the next call of `end`.
  var ticket: Int { endCount.load(ordering: .relaxed) }

  /// Returns whether passes with the given ticket have been cancelled.
  func isEnded(_ ticket: Int) -> Bool { endCount.load(ordering: .relaxed) != ticket }

  /// Whether the running pass has been cancelled.
  var isRunningEnded: Bool { isEnded(runningTicket.load(ordering: .relaxed)) }

  /// Runs a pass unless it has already been cancelled.
  ///
  /// - Throws: `TableError.cancelled` if the pass was cancelled before it began; otherwise the errors of
  ///   `work`.
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

  /// Runs a pass after earlier passes have ended, unless it is cancelled before.
  ///
  /// - Parameter work: The pass, which is given its ticket.
  /// - Returns: The result of `work`.
  /// - Throws: As `run`.
  func pass<Value: Sendable>(
    _ work: (_ ticket: Int) throws(TableError) -> Value
  ) throws(TableError) -> Value {
    let ticket = ticket
    return try turn.withLock { _ throws(TableError) in
      try run(ticket) { () throws(TableError) in try work(ticket) }
    }
  }

  /// Cancels all running and waiting passes.
  ///
  /// - Parameter interrupt: Called only if a pass is running, and before the next pass can begin.
  func end(_ interrupt: () -> Void) {
    running.withLock { running in
      endCount.add(1, ordering: .relaxed)
      if running { interrupt() }
    }
  }
}
