/// A time at which an action must be performed once.
struct Deadline: Equatable, Sendable {
  /// The time of the deadline; nil if nothing is due.
  private(set) var due: Int64?

  /// Sets the deadline to a delay from now, replacing any earlier deadline.
  mutating func start(_ delay: Int64, at now: Int64) { due = now + delay }

  /// Returns whether the deadline has passed, and clears it if so.
  mutating func expires(at now: Int64) -> Bool {
    guard let due, now >= due else { return false }
    self.due = nil
    return true
  }
}
