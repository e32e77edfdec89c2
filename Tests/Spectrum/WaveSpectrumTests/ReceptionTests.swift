import Testing
@testable import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct ReceptionTests {
  private func row(
    _ sequence: UInt32 = 1, axis: UInt16 = 1, view: UInt16 = 1, flags: RowFlags = [], start: Int64 = 1000,
    duration: UInt32 = 500
  ) -> RowMessage {
    RowMessage(
      view: view, axis: axis, flags: flags, planes: .max, sequence: sequence, startMicroseconds: start,
      durationMicroseconds: duration, skipped: 0, columns: 2, values: [-100, -200])
  }

  private var connected: Reception {
    var reception = Reception()
    reception.receive(AxisInfo(axis: 1, columns: 2, lowHertz: 10, highHertz: 20))
    return reception
  }

  @Test func aRowNeedsItsAxis() {
    var reception = connected
    #expect(reception.receive(row(axis: 2), isKnown: true, at: 0) == nil)
    #expect(reception.trace == nil && reception.newestEnd == nil)
    #expect(reception.draw(isSpectrum: true) == nil)
    #expect(reception.receive(row(), isKnown: true, at: 0) == Band(low: 10, high: 20))
    // An axis may be named anew.
    reception.receive(AxisInfo(axis: 1, columns: 2, lowHertz: 30, highHertz: 40))
    #expect(reception.receive(row(), isKnown: true, at: 0) == Band(low: 30, high: 40))
  }

  @Test func theLatestAxesAreKept() {
    var reception = Reception()
    for axis in UInt16(1)...64 {
      reception.receive(AxisInfo(axis: axis, columns: 2, lowHertz: 0, highHertz: 1))
    }
    // One that is named anew is the latest.
    reception.receive(AxisInfo(axis: 1, columns: 2, lowHertz: 0, highHertz: 1))
    #expect(reception.receive(row(axis: 2), isKnown: true, at: 0) != nil)
    reception.receive(AxisInfo(axis: 65, columns: 2, lowHertz: 0, highHertz: 1))
    #expect(reception.receive(row(axis: 2), isKnown: true, at: 0) == nil)
    for axis in [UInt16(1), 3, 65] {
      #expect(reception.receive(row(axis: axis), isKnown: true, at: 0) != nil)
    }
  }

  @Test func aRowIsTheTrace() {
    var reception = connected
    _ = reception.receive(row(7), isKnown: true, at: 50)
    #expect(reception.trace?.sequence == 7 && reception.trace?.band == Band(low: 10, high: 20))
    #expect(reception.newestEnd == 1500 && reception.watch.state(at: 50) == .coming)
    #expect(
      reception.draw(isSpectrum: true) == Acknowledge(view: 1, liveRows: 1, fetchedRows: 0, sequence: 7))
    #expect(reception.newestEnd == nil)
  }

  @Test func aRowOfTheWaterfallIsNoTrace() {
    var reception = connected
    #expect(reception.receive(row(flags: .waterfall), isKnown: true, at: 50) == Band(low: 10, high: 20))
    #expect(reception.trace == nil && reception.newestEnd == 1500)
    #expect(
      reception.draw(isSpectrum: false) == Acknowledge(view: 1, liveRows: 1, fetchedRows: 0, sequence: 0))
  }

  @Test func theFetchedPastIsNoSignOfLife() {
    var reception = connected
    #expect(reception.receive(row(flags: [.waterfall, .fetched]), isKnown: true, at: 50) != nil)
    #expect(reception.newestEnd == nil && reception.watch.state(at: 50) == .waiting)
    #expect(
      reception.draw(isSpectrum: false) == Acknowledge(view: 1, liveRows: 0, fetchedRows: 1, sequence: 0))
    // A spectrum of the past is what is shown, however it came.
    #expect(reception.receive(row(flags: .fetched), isKnown: true, at: 50) != nil)
    #expect(reception.trace != nil && reception.newestEnd == 1500)
  }

  @Test func rowsOfForgottenViewsOnlyCount() {
    var reception = connected
    #expect(reception.receive(row(flags: [.waterfall, .clipped]), isKnown: false, at: 50) == nil)
    #expect(reception.newestEnd == nil && reception.watch.state(at: 50) == .waiting)
    #expect(reception.losses.isClipping(at: 50))
    #expect(reception.draw(isSpectrum: false)?.liveRows == 1)
  }

  @Test func aValueOfTheMeterCounts() {
    var reception = Reception()
    for sequence in [UInt32(3), 6] {
      reception.receive(
        MeterMessage(
          view: 2, flags: .clipped, millibels: 0, sequence: sequence, startMicroseconds: 1000,
          durationMicroseconds: 500, skipped: 1), at: 50)
    }
    reception.publishLosses()
    #expect(reception.losses.shownLost == 1 && reception.losses.isClipping(at: 50))
    #expect(reception.newestEnd == 1500 && reception.watch.state(at: 50) == .coming)
    #expect(
      reception.draw(isSpectrum: false) == Acknowledge(view: 2, liveRows: 2, fetchedRows: 0, sequence: 6))
  }

  @Test func missingRowsAreLost() {
    var reception = connected
    _ = reception.receive(row(7), isKnown: true, at: 0)
    _ = reception.receive(row(10), isKnown: true, at: 0)
    reception.publishLosses()
    #expect(reception.losses.shownLost == 2)
    reception.forgetSequence()
    _ = reception.receive(row(20), isKnown: true, at: 0)
    // Those of the waterfall have numbers of their own.
    _ = reception.receive(row(30, flags: .waterfall), isKnown: true, at: 0)
    reception.publishLosses()
    #expect(reception.losses.shownLost == 2)
  }

  @Test func slowRowsAreMeasuredFromRowToRow() {
    var reception = connected
    _ = reception.receive(row(1, flags: .slowed, start: 0), isKnown: true, at: 0)
    #expect(!reception.losses.isSlowed(at: 0))
    _ = reception.receive(row(2, flags: .slowed, start: 250_000), isKnown: true, at: 0)
    #expect(reception.losses.slowedMicroseconds == 250_000)
    _ = reception.receive(row(3, start: 900_000), isKnown: true, at: 0)
    #expect(reception.losses.slowedMicroseconds == 250_000)
  }

  @Test func aNewConnectionNamesItsAxesAnew() {
    var reception = connected
    _ = reception.receive(row(), isKnown: true, at: 0)
    reception.reconnect()
    #expect(reception.draw(isSpectrum: true) == nil && reception.trace != nil)
    #expect(reception.receive(row(), isKnown: true, at: 0) == nil)
  }

  @Test func anotherSourceHasNoTrace() {
    var reception = connected
    _ = reception.receive(row(flags: .clipped), isKnown: true, at: 0)
    reception.restart()
    #expect(reception.trace == nil && !reception.losses.isClipping(at: 0))
    #expect(reception.watch.state(at: 0) == .waiting)
    #expect(reception.receive(row(), isKnown: true, at: 0) != nil)
  }

  @Test func listeningIsPatientAnew() {
    var reception = connected
    _ = reception.receive(row(), isKnown: true, at: 0)
    #expect(reception.watch.state(at: 5_000_000) == .stale(seconds: 5))
    reception.listen(at: 5_000_000)
    #expect(reception.watch.state(at: 5_500_000) == .coming)
  }
}
