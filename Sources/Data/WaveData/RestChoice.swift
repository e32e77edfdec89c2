/// The choice whether the other rows are shown while a part of the rows is out of reach.
struct RestChoice: Equatable, Sendable {
  /// Whether the other rows are shown; nil if nothing was chosen.
  private(set) var isShown: Bool?
  /// Whether the choice has been sent to the server; hidden rows are its default.
  private var isSent = true

  /// Stores a choice, which the caller sends.
  mutating func choose(_ isShown: Bool) { self.isShown = isShown }

  /// Prepares for a new connection, whose server knows no choice.
  mutating func connect() { isSent = isShown != true }

  /// Returns whether the choice has to be sent to the server, once.
  mutating func isUnsent() -> Bool {
    guard !isSent else { return false }
    isSent = true
    return true
  }
}
