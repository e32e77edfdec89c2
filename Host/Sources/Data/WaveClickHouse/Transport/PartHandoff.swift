import Synchronization

/// A channel that passes the parts of a response from a reading task to a consuming task.
///
/// It holds at most one part, and the reading task waits until that part is consumed.
final class PartHandoff: Sendable {
  private struct State {
    var part: [UInt8]?
    var outcome: Result<Void, ClickHouseError>?
    var user: CheckedContinuation<Result<[UInt8]?, ClickHouseError>, Never>?
    var reader: CheckedContinuation<Bool, Never>?
    var waitingSince: ContinuousClock.Instant?
    var isAnswered = false
  }

  private let state = Mutex(State())

  /// The time at which the consumer began to wait for a part; nil if the consumer is not waiting.
  var waitingSince: ContinuousClock.Instant? { state.withLock { $0.waitingSince } }

  /// Whether the server's response has ended, with or without an error.
  var isAnswered: Bool { state.withLock { $0.isAnswered } }

  /// Hands over a part, and returns when the consumer is ready for the next part.
  ///
  /// - Returns: Whether the consumer wants more parts.
  func send(_ part: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if state.outcome != nil {
          continuation.resume(returning: false)
        } else if let user = state.user {
          state.user = nil
          state.waitingSince = nil
          user.resume(returning: .success(part))
          continuation.resume(returning: true)
        } else {
          state.part = part
          state.reader = continuation
        }
      }
    }
  }

  /// Ends the handoff if it has not already ended.
  ///
  /// If the outcome is an error, a part that has not been consumed is discarded; otherwise it is still
  /// delivered.
  ///
  /// - Parameters:
  ///   - outcome: The outcome to deliver to the consumer.
  ///   - isAnswer: Whether the server's response has ended.
  func finish(_ outcome: Result<Void, ClickHouseError>, isAnswer: Bool = false) {
    state.withLock { state in
      guard state.outcome == nil else { return }
      state.outcome = outcome
      state.isAnswered = isAnswer
      if case .failure = outcome { state.part = nil }
      if let user = state.user {
        state.user = nil
        state.waitingSince = nil
        user.resume(returning: outcome.map { nil })
      }
      state.reader?.resume(returning: false)
      state.reader = nil
    }
  }

  /// Waits for the next part.
  ///
  /// - Returns: The part, nil at the end of the response, or an error.
  func next() async -> Result<[UInt8]?, ClickHouseError> {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if let part = state.part {
          state.part = nil
          state.reader?.resume(returning: true)
          state.reader = nil
          continuation.resume(returning: .success(part))
        } else if let outcome = state.outcome {
          continuation.resume(returning: outcome.map { nil })
        } else {
          state.user = continuation
          state.waitingSince = .now
        }
      }
    }
  }
}
