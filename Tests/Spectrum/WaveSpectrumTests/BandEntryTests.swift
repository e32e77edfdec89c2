import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct BandEntryTests {
  private func outcome(_ quantity: BandEntry.Quantity, _ text: String) -> BandEntry.Outcome {
    let plot = Plot.make(band: Band(low: 98e6, high: 102e6))
    let range = BandRange(Bench.info(), cannotControl: false)
    return BandEntry(plot: plot, range: range).outcome(of: quantity, text: Array(text.utf8))
  }

  private func words(_ quantity: BandEntry.Quantity, _ text: String) -> String? {
    guard case .refused(let words) = outcome(quantity, text) else { return nil }
    return String(decoding: words, as: UTF8.self)
  }

  @Test func anEdgeIsSetAsTyped() {
    #expect(outcome(.lowFrequency, "95") == .accepted(.setEdge(isHigh: false, hertz: 95e6, isTyped: true)))
    #expect(
      outcome(.highFrequency, "99500k") == .accepted(.setEdge(isHigh: true, hertz: 99.5e6, isTyped: true)))
  }

  @Test func aCenterKeepsTheSpanAndASpanTheCenter() {
    #expect(outcome(.center, "105") == .accepted(.show(Band(low: 103e6, high: 107e6))))
    #expect(outcome(.center, "109") == .accepted(.show(Band(low: 108e6, high: 110e6))))
    #expect(outcome(.span, "1") == .accepted(.show(Band(low: 99.5e6, high: 100.5e6))))
  }

  @Test func aRefusalSaysWhatIsAllowed() {
    #expect(words(.lowFrequency, "89")?.contains("90.00 MHz") == true)
    #expect(words(.center, "111")?.contains("109.96 MHz") == true)
    let span = words(.span, "21")
    #expect(span?.contains("20.00 MHz") == true && span?.contains("110") == false)
    #expect(words(.span, "some") == String(decoding: Texts.badFrequency, as: UTF8.self))
  }
}
