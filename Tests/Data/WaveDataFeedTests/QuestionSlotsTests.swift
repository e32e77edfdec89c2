import Testing
@testable import WaveDataFeed

@Suite struct QuestionSlotsTests {
  @Test func newerQuestionReplacesTheOlderOfItsKind() {
    var slots = QuestionSlots<String>()
    let first = slots.begin(.row, "a")
    let other = slots.begin(.page, "b")
    let second = slots.begin(.row, "c")
    #expect(Set([first, other, second]).count == 3)
    #expect(!slots.isWanted(first) && slots.isWanted(other) && slots.isWanted(second))
    #expect(slots[.row] == "c" && slots.job(of: second) == "c" && slots.job(of: first) == nil)
    #expect(slots.removeCancelled() == [first])
    #expect(slots.removeCancelled() == [])
    #expect(slots.end(first) == nil)
    #expect(slots.end(second) == "c")
    #expect(slots.end(second) == nil)
    #expect(!slots.isRunning(.row) && slots.isRunning(.page) && slots.count == 1)
    #expect(slots.removeCancelled() == [])
  }

  @Test func backgroundDoesNotCount() {
    var slots = QuestionSlots<Int>()
    let extents = slots.begin(.extents, 1)
    let derive = slots.begin(.derive, 2)
    #expect(slots.count == 0)
    let row = slots.begin(.row, 3)
    let lines = slots.begin(.lines, 4)
    #expect(slots.count == 2)
    slots.cancelForeground()
    #expect(slots.removeCancelled().sorted() == [row, lines])
    slots.cancelAll()
    #expect(slots.removeCancelled().sorted() == [extents, derive])
  }

  @Test func onlyRunningQuestionsChange() {
    var slots = QuestionSlots<Int>()
    let number = slots.begin(.picture, 1)
    slots.update(number, to: 2)
    slots.update(number + 1, to: 3)
    #expect(slots[.picture] == 2)
    slots.cancel([.picture, .strip])
    slots.update(number, to: 4)
    #expect(slots[.picture] == nil)
    #expect(slots.removeCancelled() == [number])
  }
}
