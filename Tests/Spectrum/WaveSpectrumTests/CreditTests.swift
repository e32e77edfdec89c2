import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct CreditTests {
  @Test func whatWasDrawnIsAcknowledgedOnce() {
    var credit = Credit()
    #expect(credit.draw(sequence: 5) == nil)
    credit.count(view: 3, isFetched: false)
    credit.count(view: 3, isFetched: false)
    credit.count(view: 3, isFetched: true)
    #expect(
      credit.draw(sequence: 5) == Acknowledge(view: 3, liveRows: 2, fetchedRows: 1, sequence: 5))
    #expect(credit.draw(sequence: 6) == nil)
    credit.count(view: 3, isFetched: true)
    #expect(
      credit.draw(sequence: nil) == Acknowledge(view: 3, liveRows: 0, fetchedRows: 1, sequence: 5))
  }

  @Test func anotherViewBeginsAnew() {
    var credit = Credit()
    credit.count(view: 3, isFetched: false, sequence: 9)
    credit.count(view: 4, isFetched: false)
    #expect(
      credit.draw(sequence: nil) == Acknowledge(view: 4, liveRows: 1, fetchedRows: 0, sequence: 0))
    credit.count(view: 4, isFetched: false, sequence: 11)
    #expect(
      credit.draw(sequence: nil) == Acknowledge(view: 4, liveRows: 1, fetchedRows: 0, sequence: 11))
  }

  @Test func aNewConnectionOwesNothing() {
    var credit = Credit()
    credit.count(view: 3, isFetched: false)
    credit.restart()
    #expect(credit.draw(sequence: 1) == nil)
  }

  @Test func theNewestEndIsUntilItIsDrawn() {
    var credit = Credit()
    #expect(credit.newestEnd == nil)
    credit.note(end: 7)
    credit.note(end: 5)
    #expect(credit.newestEnd == 5)
    _ = credit.draw(sequence: nil)
    #expect(credit.newestEnd == nil)
  }
}
