import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct TextRefreshTests {
  @Test func numbersAreRenewedAtLeisure() {
    var texts = TextRefresh()
    #expect(texts.renewChip(after: 1000, at: 5000) == true)
    #expect(texts.chipMicroseconds == 5000)
    #expect(texts.renewChip(after: 1000, at: 5999) == false)
    #expect(texts.chipMicroseconds == 5000)
    #expect(texts.renewChip(after: 1000, at: 6000) == true)
    #expect(texts.renewChip(after: 0, at: 6000) == true)
    #expect(texts.chipMicroseconds == 6000)
  }

  @Test func aReadingIsRenewedForEachState() {
    var texts = TextRefresh()
    let state = TextRefresh.State(
      mode: .spectrum, isPaused: false, isAnswering: true, isComing: true, hertz: nil)
    #expect(texts.renewReading(of: state) == true)
    #expect(texts.renewReading(of: state) == false)
    let marked = TextRefresh.State(
      mode: .spectrum, isPaused: false, isAnswering: true, isComing: true, hertz: 99e6)
    #expect(texts.renewReading(of: marked) == true)
    #expect(texts.renewReading(of: marked) == false)
    #expect(texts.renewReading(of: state) == true)
  }
}
