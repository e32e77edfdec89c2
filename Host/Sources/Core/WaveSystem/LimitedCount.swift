import Synchronization

/// A count with a limit, such as that of open connections; can be used from any thread.
package final class LimitedCount: Sendable {
  private let limit: Int
  private let count = Mutex(0)

  /// Creates a count of zero.
  package init(limit: Int) { self.limit = limit }

  /// Whether the limit allows another one.
  package var hasRoom: Bool { count.withLock { $0 < limit } }

  /// Counts one more if the limit allows it, and returns whether it does.
  package func enter() -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  /// Counts one less.
  package func leave() { count.withLock { $0 -= 1 } }
}
