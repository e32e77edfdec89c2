import Testing
import WaveSpectra
import WaveSpectrumFeed
import WaveWire

@testable import WaveSpectrumServer

@Suite struct SlotCacheTests {
  @Test func aSlotIsMergedOnceForAll() {
    var history = SpectrumHistory()
    var now: Int64 = 10_000_000
    for sequence in 1...20 as ClosedRange<UInt32> {
      let plane = [Float](repeating: Float(sequence), count: 64)
      history.append(
        PowerRow(
          sequence: sequence, startMicroseconds: now, durationMicroseconds: 33_333,
          axis: BinAxis(firstHertz: 88e6, stepHertz: 1000, count: 64), enbwHertz: 1000, max: plane,
          mean: plane,
          min: plane))
      now += 33_333
    }
    let slotCache = SlotCache()
    var asked = 0
    let slot = Lattice.index(of: now, slotMicroseconds: 500_000) - 1
    for _ in 0..<3 {
      let row = slotCache.row(index: slot, slotMicroseconds: 500_000) {
        asked += 1
        return history
      }
      #expect(row != nil && row?.row == history.slot(index: slot, slotMicroseconds: 500_000))
    }
    #expect(asked == 1)
    for other in 1...40 {
      _ = slotCache.row(index: slot, slotMicroseconds: Int64(other) * 100_000) { history }
    }
    #expect(slotCache.row(index: slot, slotMicroseconds: 500_000) { history } != nil)
  }
}
