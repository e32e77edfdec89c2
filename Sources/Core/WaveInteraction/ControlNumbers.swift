/// The numbers of the controls in a list, each with its action.
///
/// An action keeps its number as long as every list contains it. A number is reused only after all other
/// numbers have been issued, so a late press never triggers the wrong action.
package struct ControlNumbers<Action: Equatable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var number: UInt16
    var action: Action
  }

  private var entries: [Entry] = []
  private var earlier: [Entry] = []
  private var expected = 0
  private var last: UInt16 = 0

  /// Creates an empty set of numbers.
  package init() {}

  /// Returns an empty set of numbers for the next list; actions that stay in the list keep their numbers.
  func next() -> Self {
    var next = Self()
    next.earlier = entries
    next.last = last
    return next
  }

  /// Returns the number of an action, issuing a new one if the previous list did not contain the action.
  ///
  /// - Complexity: O(1) if both lists have the same order, otherwise O(controls).
  mutating func number(of action: Action) -> UInt16 {
    let number = earlierNumber(of: action) ?? issue()
    entries.append(Entry(number: number, action: action))
    return number
  }

  private mutating func earlierNumber(of action: Action) -> UInt16? {
    var index = expected
    for _ in earlier {
      if index == earlier.count { index = 0 }
      let entry = earlier[index]
      index += 1
      if entry.action == action {
        expected = index
        return entry.number
      }
    }
    return nil
  }

  private mutating func issue() -> UInt16 {
    repeat { last = last == .max ? 1 : last + 1 } while isTaken(last)
    return last
  }

  private func isTaken(_ number: UInt16) -> Bool {
    earlier.contains { $0.number == number } || entries.contains { $0.number == number }
  }

  /// Returns the action for a control's number, or nil if the list contains no such control.
  package func action(of number: UInt16) -> Action? { entries.first { $0.number == number }?.action }
}
