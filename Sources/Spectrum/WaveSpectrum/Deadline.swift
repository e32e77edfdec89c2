/// A time at which something is due, once.
struct Deadline: Equatable, Sendable {
  /// The time; nil if nothing is due.
  private(set) var due: Int64?

  /// Starts a delay, in place of one that has not ended.
  mutating func start(_ delay: Int64, at now: Int64) { due = now + delay }

  /// Whether the time has come; if so, nothing is due from then on.
  mutating func expires(at now: Int64) -> Bool {
    guard let due, now >= due else { return false }
    self.due = nil
    return true
  }
}
