import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct MeterReadingTests {
  private func text(_ meter: MeterReading) -> String { String(decoding: meter.text, as: UTF8.self) }

  @Test func keepsTheMaximum() {
    var meter = MeterReading()
    #expect(meter.millibels == nil && meter.maximum == nil)
    for (level, maximum) in [(-5000, -5000), (-6000, -5000), (-4000, -4000)] as [(Int16, Int16)] {
      meter.receive(level)
      #expect(meter.millibels == level && meter.maximum == maximum)
    }
    meter.receive(RowMessage.gap)
    #expect(meter.millibels == nil && meter.maximum == -4000)
    meter.restartMaximum()
    #expect(meter.maximum == nil)
    meter.receive(-7000)
    #expect(meter.maximum == -7000)
  }

  @Test func theTextFollowsFiveTimesASecond() {
    var meter = MeterReading()
    #expect(meter.updateText(isPaused: false, at: 1_000_000) == nil)
    #expect(text(meter) == "\u{2013}")
    meter.receive(-5012)
    #expect(meter.updateText(isPaused: false, at: 1_199_999) == 1_200_000)
    #expect(text(meter) == "\u{2013}")
    #expect(meter.updateText(isPaused: false, at: 1_200_000) == nil)
    #expect(text(meter) == "\u{2212}50.1")
    meter.receive(-4000)
    #expect(meter.updateText(isPaused: false, at: 1_200_001) == 1_400_000)
    // A picture that stands still shows what it has.
    #expect(meter.updateText(isPaused: true, at: 1_200_002) == nil)
    #expect(text(meter) == "\u{2212}40.0")
    #expect(meter.updateText(isPaused: false, at: 1_200_003) == 1_400_002)
  }
}
