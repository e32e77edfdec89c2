/// Whether the user wants to see the rest while a part of the rows is out of reach.
struct RestChoice: Equatable, Sendable {
  /// Whether the rest is shown; nil where nothing was chosen.
  private(set) var isShown: Bool?
  /// Whether the server has been sent it, where the rest is shown: that it is hidden need not be sent.
  private var isSent = true

  /// The user chooses, which is sent.
  mutating func choose(_ isShown: Bool) { self.isShown = isShown }

  /// A connection was opened, to which no choice is known.
  mutating func connect() { isSent = isShown != true }

  /// Whether the server has to be sent that the rest is shown, once.
  mutating func isUnsent() -> Bool {
    guard !isSent else { return false }
    isSent = true
    return true
  }
}
