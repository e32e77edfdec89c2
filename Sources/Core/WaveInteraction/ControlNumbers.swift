/// The numbers by which a page names the controls of a list, and the actions that they stand for.
///
/// An action has one number for as long as every list has it. A number is not issued again before all others
/// have been, so a press that comes late never does something else.
package struct ControlNumbers<Action: Equatable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var number: UInt16
    var action: Action
  }

  private var entries: [Entry] = []
  private var earlier: [Entry] = []
  private var expected = 0
  private var last: UInt16 = 0

  /// Starts without numbers.
  package init() {}

  /// The numbers of a list to come, which has no control yet.
  func next() -> Self {
    var next = Self()
    next.earlier = entries
    next.last = last
    return next
  }

  /// The number of an action, issued now if the list before had no such action.
  ///
  /// - Complexity: O(1) where lists have their controls in the same order, else O(controls).
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

  /// What a number stands for; nil where the list has no such control.
  package func action(of number: UInt16) -> Action? { entries.first { $0.number == number }?.action }
}
