import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire
import WaveUnits

@testable import WaveSpectrum

@Suite struct TraceTests {
  private let band = Band(low: 0, high: 3)

  private func row(
    _ planes: PlaneSet, _ values: [Int16], view: UInt16 = 1, flags: RowFlags = [], start: Int64 = 0,
    scale: LevelScale = .centibels
  ) -> RowMessage {
    RowMessage(
      view: view, axis: 1, flags: flags, planes: planes, sequence: 1, startMicroseconds: start,
      durationMicroseconds: 33_333, skipped: 0, columns: UInt16(values.count / planes.count), values: values,
      scale: scale)
  }

  private func values(_ trace: Trace, _ plane: PlaneSet) -> [Int16]? {
    trace.start(of: plane).map { Array(trace.values[$0..<$0 + trace.columns]) }
  }

  @Test func planesStayUntilTheyComeAnew() {
    let whole = Trace(row([.max, .mean, .hold], [1, 2, 3, 4, 5, 6, 7, 8, 9]), band: band, after: nil)
    #expect(values(whole, .max) == [1, 2, 3])
    #expect(values(whole, .mean) == [4, 5, 6])
    #expect(values(whole, .hold) == [7, 8, 9])
    #expect(values(whole, .min) == nil)
    let next = Trace(row(.max, [10, 11, 12], start: 7), band: band, after: whole)
    #expect(next.startMicroseconds == 7)
    #expect(values(next, .max) == [10, 11, 12])
    #expect(values(next, .mean) == [4, 5, 6])
    #expect(values(next, .hold) == [7, 8, 9])
    // The first plane is left alone, or comes with all others.
    let held = Trace(row([.max, .hold], [1, 1, 1, 2, 2, 2]), band: band, after: next)
    #expect(held.planes == [.max, .hold] && held.values == [1, 1, 1, 2, 2, 2])
    let other = Trace(row(.mean, [3, 3, 3]), band: band, after: held)
    #expect(other.planes == .mean && other.values == [3, 3, 3])
  }

  @Test func nothingStaysFromAnotherViewBandOrScale() {
    let whole = Trace(row([.max, .mean], [1, 2, 3, 4, 5, 6]), band: band, after: nil)
    let fine = LevelScale(bottom: 0, top: 2, rows: 2000)
    for (row, band) in [
      (row(.max, [1, 2, 3], view: 2), band), (row(.max, [1, 2, 3]), Band(low: 1, high: 4)),
      (row(.max, [1, 2]), band), (row(.max, [1, 2, 3], scale: fine), band),
    ] {
      #expect(Trace(row, band: band, after: whole).planes == .max)
    }
  }

  @Test func levelsAreThoseOfTheirScale() {
    let fine = LevelScale(bottom: -51, top: -49, rows: 1536)
    let trace = Trace(row(.max, [-511, -509, RowMessage.gap], scale: fine), band: band, after: nil)
    #expect(abs(trace.decibels(0) + 51.1) < 1e-4)
    #expect(abs(trace.decibels(1) + 51 - 0.1 / 77) < 1e-4)
    #expect(trace.decibels(2).isNaN)
  }

  @Test func theServerReceivesTheVisibleLevels() {
    var bench = Bench()
    #expect(bench.shown?.levels == LevelAxis(bottom: -100, top: 0, rows: 800))
    bench.drag(from: (200, 300), to: (200, 460))
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.levels == LevelAxis(bottom: -80, top: 20, rows: 800))
    // The waterfall's colours are no finer than before.
    bench.showWaterfall()
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.mode == .waterfall)
    #expect(bench.shown?.levels == nil)
  }

  @Test func whatIsPausedIsAskedForInFinerSteps() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.tap(200, 400)
    bench.pass(milliseconds: 600)
    #expect(bench.shown?.mode == .nothing)
    bench.pinch([(200, 380), (200, 200)], [(200, 420), (200, 600)])
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.mode == .spectrum)
    #expect(bench.shown?.frozenSequence == 101)
    #expect((bench.shown?.levels).map { $0.top - $0.bottom < 20 } == true)
  }

  @Test func fewerRowsThanAskedAreSaid() {
    var bench = Bench()
    bench.serveAxis()
    for step in 0..<40 {
      bench.pass(milliseconds: 50)
      let shown = bench.shown
      bench.receive(
        .row(
          row(
            .max, [-500, -500], view: shown?.view ?? 0, flags: step == 0 ? [] : .slowed,
            start: Int64(step) * 50_000)))
    }
    bench.pass(milliseconds: 100)
    #expect(bench.chip.contains("20 rows/s"), "\(bench.chip)")
    for _ in 0..<40 {
      bench.pass(milliseconds: 50)
      bench.receive(.row(row(.max, [-500, -500], view: bench.shown?.view ?? 0, start: bench.now)))
    }
    bench.pass(milliseconds: 1100)
    #expect(!bench.chip.contains("rows/s"), "\(bench.chip)")
  }

  @Test func aLevelIsFoundByItsFrequency() {
    let trace = Trace(row([.max, .mean], [-100, -200, RowMessage.gap, 0, 0, 0]), band: band, after: nil)
    #expect(trace.decibels(atHertz: 0) == -10 && trace.decibels(atHertz: 0.99) == -10)
    #expect(trace.decibels(atHertz: 1) == -20)
    for hertz in [2.5, -0.01, 3, .nan] { #expect(trace.decibels(atHertz: hertz) == nil) }
    #expect(Trace(row(.mean, [1, 2, 3]), band: band, after: nil).decibels(atHertz: 0) == nil)
  }

  @Test func thePeakIsTheHighestBetweenTwoFrequencies() {
    let trace = Trace(row(.max, [-100, -300, -200, RowMessage.gap]), band: Band(low: 0, high: 4), after: nil)
    #expect(trace.peakHertz(from: -5, to: 50) == 0.5)
    #expect(trace.peakHertz(from: 1, to: 2.5) == 2.5)
    #expect(trace.peakHertz(from: 1, to: 1.9) == 1.5)
    #expect(trace.peakHertz(from: 3, to: 4) == nil)
    for (low, high) in [(5.0, 9.0), (-9, -5), (2, 1)] { #expect(trace.peakHertz(from: low, to: high) == nil) }
    #expect(Trace(row(.mean, [1, 2, 3]), band: band, after: nil).peakHertz(from: 0, to: 3) == nil)
  }

  @Test func theHighestLevelsHavePeaks() {
    let trace = Trace(row([.max, .mean], [1, 2, 3, 4, 5, 6]), band: band, after: nil)
    #expect(trace.peakRow(microseconds: 9) == PeakRow(values: [1, 2, 3], band: band, microseconds: 9))
    #expect(Trace(row(.mean, [1, 2, 3]), band: band, after: nil).peakRow(microseconds: 9) == nil)
  }
}
