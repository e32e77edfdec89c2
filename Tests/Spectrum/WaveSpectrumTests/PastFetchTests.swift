import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct PastFetchTests {
  private let window = Fetch(view: 3, fromMicroseconds: 10, untilMicroseconds: 20)

  private func answer(_ view: UInt16 = 3, oldest: Int64 = 5) -> Fetched {
    Fetched(view: view, fromMicroseconds: 10, oldestMicroseconds: oldest)
  }

  @Test func onlyTheAwaitedAnswerCounts() {
    var past = PastFetch()
    #expect(!past.isPending && past.oldestMicroseconds == .min / 2)
    #expect(past.receive(answer()) == nil)
    past.send(window, at: 1_000_000)
    #expect(past.isPending && past.due == 1_150_000)
    #expect(past.receive(answer(4)) == nil)
    #expect(past.isPending && past.oldestMicroseconds == .min / 2)
    #expect(past.receive(answer()) == window)
    #expect(!past.isPending && past.oldestMicroseconds == 5)
    #expect(past.receive(answer()) == nil)
  }

  @Test func aCancelledAnswerIsNotAwaited() {
    var past = PastFetch()
    past.send(window, at: 1_000_000)
    past.cancel()
    #expect(!past.isPending && past.due == 1_150_000)
    #expect(past.receive(answer()) == nil)
  }

  @Test func rowsOfBeforeARestartAreKept() {
    var past = PastFetch()
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 1000))
    past.keep(movedBy: -400)
    #expect(past.oldestMicroseconds == 600)
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 5000))
    #expect(past.oldestMicroseconds == 600)
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 100))
    #expect(past.oldestMicroseconds == 100)
    past.forget()
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 5000))
    #expect(past.oldestMicroseconds == 5000)
  }
}
