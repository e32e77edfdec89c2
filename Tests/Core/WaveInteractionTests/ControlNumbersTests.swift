import Testing

@testable import WaveInteraction

/// Which numbers the actions of one list after another have.
@Suite struct ControlNumbersTests {
  private enum Action: Equatable {
    case open, close
    case remove(Int)
  }

  /// The numbers of a list's actions; `numbers` are those of the list before, then those of this one.
  private func list(_ actions: [Action], _ numbers: inout ControlNumbers<Action>) -> [UInt16] {
    numbers = numbers.next()
    return actions.map { numbers.number(of: $0) }
  }

  @Test func anActionKeepsItsNumberWhileEveryListHasIt() {
    var numbers = ControlNumbers<Action>()
    for _ in 0..<3 { #expect(list([.open, .close, .remove(7)], &numbers) == [1, 2, 3]) }
    #expect(list([.open, .remove(7)], &numbers) == [1, 3])
    #expect(list([.remove(7)], &numbers) == [3])
    #expect(numbers.action(of: 3) == .remove(7))
  }

  @Test func theOrderMayChange() {
    var numbers = ControlNumbers<Action>()
    #expect(list([.open, .close, .remove(7), .remove(8)], &numbers) == [1, 2, 3, 4])
    #expect(list([.remove(8), .open, .remove(7), .close], &numbers) == [4, 1, 3, 2])
    #expect(list([.close, .remove(9), .remove(8), .open], &numbers) == [2, 5, 4, 1])
    let actions = [2, 5, 4, 1].map { numbers.action(of: $0) }
    #expect(actions == [.close, .remove(9), .remove(8), .open])
  }

  @Test func aNumberIsNotReused() {
    var numbers = ControlNumbers<Action>()
    #expect(list([.open, .remove(7)], &numbers) == [1, 2])
    #expect(list([.open], &numbers) == [1])
    #expect(list([.open, .remove(8)], &numbers) == [1, 3])
    // What comes again is another control: a press on the one before is not meant for it.
    #expect(list([.open, .remove(7)], &numbers) == [1, 4])
  }

  @Test func aNumberOfAnEarlierListStandsForNothing() {
    var numbers = ControlNumbers<Action>()
    _ = list([.open, .remove(7), .remove(8)], &numbers)
    _ = list([.open, .remove(8)], &numbers)
    #expect([1, 2, 3].map { numbers.action(of: $0) } == [.open, nil, .remove(8)])
    #expect(numbers.action(of: 0) == nil && numbers.action(of: 4) == nil && numbers.action(of: .max) == nil)
    _ = list([], &numbers)
    #expect([1, 2, 3].allSatisfy { numbers.action(of: $0) == nil })
  }

  @Test func twoControlsMayHaveOneAction() {
    var numbers = ControlNumbers<Action>()
    for actions in [[Action.open, .close, .open], [.open, .open, .close], [.close, .open, .open]] {
      let issued = list(actions, &numbers)
      #expect(issued.map { numbers.action(of: $0) } == actions)
    }
  }

  @Test func afterTheLastNumberTheFirstFreeOneFollows() {
    var numbers = ControlNumbers<Action>()
    var issued: Set<UInt16> = []
    for index in 0..<65_534 { issued.formUnion(list([.open, .remove(index)], &numbers)) }
    // All but 0 have been issued, and none twice.
    #expect(issued.count == 65_535 && !issued.contains(0))
    #expect(list([.open, .remove(65_533)], &numbers) == [1, 65_535])
    // The first is in use, though its control comes later in the list.
    #expect(list([.remove(-1), .remove(65_533), .open, .close], &numbers) == [2, 65_535, 1, 3])
    #expect(numbers.action(of: 2) == .remove(-1) && numbers.action(of: 1) == .open)
  }
}
