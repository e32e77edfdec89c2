/// The user's choice of whether to show the available rows while some shards do not respond.
struct RestChoice: Equatable, Sendable {
  /// Whether to show the available rows; nil if the user has not chosen.
  private(set) var isShown: Bool?
  /// Whether the choice has been sent to the server, which hides the available rows by default.
  private var isSent = true

  /// Stores the user's choice, which the caller must send to the server.
  mutating func choose(_ isShown: Bool) { self.isShown = isShown }

  /// Prepares for a new connection, on which the server does not know the choice.
  mutating func connect() { isSent = isShown != true }

  /// Returns whether the choice has yet to be sent to the server, and marks it as sent.
  mutating func isUnsent() -> Bool {
    guard !isSent else { return false }
    isSent = true
    return true
  }
}
