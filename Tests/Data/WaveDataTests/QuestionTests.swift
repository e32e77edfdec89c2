import Testing

@testable import WaveData

@Suite struct QuestionTests {
  @Test func itIsDueUntilItIsAsked() {
    var question = Question()
    #expect(question.isDue && question.number == nil && !question.isSettled)
    question.ask(7, at: 100)
    #expect(!question.isDue && question.number == 7 && !question.isSettled)
    question.end()
    #expect(!question.isDue && question.number == nil && question.isSettled)
    #expect(Question(isDue: false).isSettled)
  }

  @Test func whatChangesWhileAnAnswerIsAwaitedIsAskedNext() {
    var question = Question()
    question.ask(7, at: 100)
    question.change()
    #expect(question.isDue && question.number == 7)
    #expect(question.receive(7) == true)
    #expect(question.isDue && question.number == nil && !question.isSettled)
  }

  @Test func onlyTheAnswerToTheNewestCountsAndOnlyOnce() {
    var question = Question()
    #expect(question.receive(0) == false)
    question.ask(7, at: 100)
    question.ask(8, at: 200)
    #expect(!question.receive(7) && question.number == 8)
    #expect(question.receive(8) == true)
    #expect(!question.receive(8) && question.isSettled)
  }

  @Test func aLostOneIsAskedAgain() {
    var question = Question()
    question.ask(7, at: 100)
    question.lose()
    #expect(question.isDue && question.number == nil)
    #expect(question.receive(7) == false)
  }

  @Test func itIsAwaitedForASecond() {
    var question = Question()
    #expect(question.lateTime(at: 0) == nil)
    question.ask(7, at: 100)
    #expect(question.lateTime(at: 100) == 1_000_100)
    #expect(question.lateTime(at: 1_000_099) == 1_000_100)
    #expect(question.lateTime(at: 1_000_100) == nil)
    // Late or not, its answer is one.
    #expect(question.number == 7)
    question.end()
    #expect(question.lateTime(at: 200) == nil)
  }

  @Test func anotherEngineIsAwaitedForTenSeconds() {
    var question = Question()
    #expect(question.lateTime(at: 0, isRemote: true) == nil)
    question.ask(7, at: 100)
    #expect(question.lateTime(at: 10_000_099, isRemote: true) == 10_000_100)
    #expect(question.lateTime(at: 10_000_100, isRemote: true) == nil)
  }

  @Test func numbersBeginAnewBehindTheGreatest() {
    var numbers = RequestNumbers()
    #expect(numbers.last == 0)
    #expect(numbers.next() == 1 && numbers.next() == 2 && numbers.last == 2)
    for _ in 3...Int(UInt16.max) { _ = numbers.next() }
    #expect(numbers.last == .max)
    #expect(numbers.next() == 1 && numbers.next() == 2)
  }
}
