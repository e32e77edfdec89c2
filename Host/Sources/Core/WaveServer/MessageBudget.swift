/// A limiter for the rate of a client's messages, which allows bursts of up to two seconds' worth of
/// messages.
package struct MessageBudget {
  /// The average number of messages allowed per second.
  package let perSecond: Int
  private var left: Double
  private var updated: Int64 = 0

  /// Creates a budget that starts with two seconds' worth of messages.
  package init(perSecond: Int) {
    self.perSecond = perSecond
    left = Double(perSecond) * 2
  }

  /// Takes one message from the budget, if the budget allows it.
  /// - Returns: Whether the budget allowed it.
  package mutating func trySpend(at now: Int64) -> Bool {
    let rate = Double(perSecond)
    if updated != 0 { left = min(rate * 2, left + rate * Double(now - updated) / 1e6) }
    updated = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }

  /// Takes one message from the budget.
  /// - Throws: `flood` if the budget is exhausted.
  package mutating func spend(at now: Int64) throws(ClientFault) {
    guard trySpend(at: now) else { throw .flood("more than \(perSecond) messages a second") }
  }
}
