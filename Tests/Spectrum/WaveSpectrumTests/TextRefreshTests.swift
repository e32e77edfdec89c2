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

  private func text(
    isPaused: Bool = false, isAnswering: Bool = true, isComing: Bool = true, isPlaying: Bool = false,
    frequency: String? = nil, level: String? = nil
  ) -> String {
    let state = TextRefresh.State(
      mode: .spectrum, isPaused: isPaused, isAnswering: isAnswering, isComing: isComing, hertz: nil)
    return String(
      decoding: state.text(
        isPlaying: isPlaying, frequency: frequency.map { Array($0.utf8) }, level: level.map { Array($0.utf8) }
      ),
      as: UTF8.self)
  }

  @Test func aReadingSaysWhatTheSourceDoes() {
    #expect(text() == "Live")
    #expect(text(isComing: false) == "No data")
    #expect(text(isComing: false, isPlaying: true) == "Playing")
    #expect(text(isPaused: true, isPlaying: true) == "Paused")
    #expect(text(isPaused: true, isAnswering: false) == "No connection")
    #expect(text(frequency: "99 MHz", level: "-5 dB") == "Live, marker at 99 MHz, -5 dB")
    #expect(text(frequency: "99 MHz") == "Live, marker at 99 MHz")
    #expect(text(level: "-5 dB") == "Live, -5 dB")
  }
}
