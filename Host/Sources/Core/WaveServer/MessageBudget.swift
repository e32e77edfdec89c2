/// Limits a client's messages: two seconds' worth may arrive at once, after that only as many as the rate
/// allows.
package struct MessageBudget {
  /// Messages a second, on average.
  package let perSecond: Int
  private var left: Double
  private var updated: Int64 = 0

  /// Starts with room for two seconds.
  package init(perSecond: Int) {
    self.perSecond = perSecond
    left = Double(perSecond) * 2
  }

  /// Spends one message.
  /// - Returns: Whether the budget allowed it.
  package mutating func trySpend(at now: Int64) -> Bool {
    let rate = Double(perSecond)
    if updated != 0 { left = min(rate * 2, left + rate * Double(now - updated) / 1e6) }
    updated = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }

  /// Spends one message.
  /// - Throws: `flood` if the budget is exhausted.
  package mutating func spend(at now: Int64) throws(ClientFault) {
    guard trySpend(at: now) else { throw .flood("more than \(perSecond) messages a second") }
  }
}
