/// Counts messages: two seconds' worth may come at once, then only as many as the rate gives.
struct MessageBudget {
  private let rate: Double
  private var left: Double
  private var updated: Int64 = 0

  init(perSecond: Int) {
    rate = Double(perSecond)
    left = rate * 2
  }

  /// Takes one message.
  /// - Returns: Whether there was room for it.
  mutating func take(at now: Int64) -> Bool {
    if updated != 0 { left = min(rate * 2, left + rate * Double(now - updated) / 1e6) }
    updated = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
