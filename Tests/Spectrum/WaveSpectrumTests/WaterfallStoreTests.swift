import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct WaterfallStoreTests {
  private var store: WaterfallStore {
    var store = WaterfallStore()
    store.prepare(slotMicroseconds: 500_000, columns: 4)
    for (slot, values) in [(Int64(190), [-100, -200, RowMessage.gap, -400]), (195, [-1, -2, -3, -4])] {
      store.insert(
        RowMessage(
          view: 1, axis: 1, flags: .waterfall, planes: .max, sequence: 1, startMicroseconds: slot * 500_000,
          durationMicroseconds: 500_000, skipped: 0, columns: 4, values: values),
        band: Band(low: 10, high: 18), reduction: 1, visible: 170...200)
    }
    return store
  }

  private let axis = TimeAxis(top: 100_000_000, periodSeconds: 10, height: 800)

  @Test func anAxisShowsItsSlotsAndOneMore() {
    #expect(store.slots(of: axis) == 179...201)
    #expect(store.slots(of: TimeAxis(top: 99_999_999, periodSeconds: 10, height: 1)) == 178...200)
    #expect(store.slots(of: TimeAxis(top: 100_000_000, periodSeconds: -10, height: 1)) == 201...201)
  }

  @Test func aLevelIsFoundByFrequencyAndTime() {
    let middle: Int64 = 95_250_000
    #expect(store.decibels(atHertz: 10, microseconds: middle) == -10)
    #expect(store.decibels(atHertz: 11.99, microseconds: middle) == -10)
    #expect(store.decibels(atHertz: 12, microseconds: middle) == -20)
    #expect(store.decibels(atHertz: 17.9, microseconds: middle) == -40)
    for (hertz, time) in [
      (15.0, middle), (9.9, middle), (18, middle), (.nan, middle), (10, 94_999_999), (10, 95_500_000),
    ] {
      #expect(store.decibels(atHertz: hertz, microseconds: time) == nil)
    }
  }

  @Test func theNewestRowInViewHasPeaks() {
    #expect(
      store.peakRow(of: axis)
        == PeakRow(values: [-1, -2, -3, -4], band: Band(low: 10, high: 18), microseconds: 97_750_000))
    // Not one above the screen.
    let before = TimeAxis(top: 97_500_000, periodSeconds: 10, height: 800)
    #expect(store.peakRow(of: before)?.microseconds == 95_250_000)
    #expect(store.peakRow(of: TimeAxis(top: 50_000_000, periodSeconds: 10, height: 800)) == nil)
  }

  /// The first and the last slot that a row from one time until another fills.
  private func filled(from start: Int64, until end: Int64) -> ClosedRange<Int64>? {
    var store = WaterfallStore()
    store.prepare(slotMicroseconds: 500_000, columns: 1)
    store.insert(
      RowMessage(
        view: 1, axis: 1, flags: .waterfall, planes: .max, sequence: 1, startMicroseconds: start,
        durationMicroseconds: UInt32(end - start), skipped: 0, columns: 1, values: [-1]),
      band: Band(low: 0, high: 1), reduction: 1, visible: 0...20)
    let slots = (Int64(0)...20).filter { store.row($0) != nil }
    guard let first = slots.first, let last = slots.last, slots.count == Int(last - first) + 1 else {
      return nil
    }
    return first...last
  }

  @Test func aRowFillsTheSlotsWhoseMiddleItCovers() {
    #expect(filled(from: 1_250_000, until: 2_750_000) == 2...4)
    #expect(filled(from: 1_250_001, until: 2_750_001) == 3...5)
    #expect(filled(from: 1_000_000, until: 2_000_000) == 2...3)
    // One of a slot fills that of its own middle.
    #expect(filled(from: 1_249_999, until: 1_749_999) == 2...2)
    #expect(filled(from: 1_250_000, until: 1_750_000) == 3...3)
  }
}
