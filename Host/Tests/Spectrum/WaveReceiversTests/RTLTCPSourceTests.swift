import Testing
import WaveRadioFormats
import WaveSpectra
import WaveSpectrumWire
import WaveSystem
import WaveWire

@testable import WaveReceivers

/// How a receiver behind rtl_tcp is tuned, before there is a connection.
@Suite struct RTLTCPSourceTests {
  private func source(_ argument: String = "rtltcp://radio?rate=2.4M&frequency=100M") throws -> RTLTCPSource {
    try RTLTCPSource(.receiver(argument))
  }

  private func band(_ info: SourceInfo) -> [Double] {
    [info.lowHertz, info.highHertz].map { ($0 / 1000).rounded() }
  }

  private func detail(_ info: SourceInfo) -> String { EventText.string(info.detail) }

  @Test func itSaysWhatItWillReceive() async throws {
    let info = await (try source()).info
    #expect(EventText.string(info.name) == "rtl_tcp at radio:1234")
    #expect(detail(info) == "2.4 MS/s, 4096 points, Blackman-Harris")
    #expect(info.flags == .tunable && info.unit == .fullScale && info.levelLow == -95 && info.levelHigh == -5)
    #expect(band(info) == [99_040, 100_959] && abs(info.rowSeconds - 1 / 30) < 1e-9)
    #expect(info.tuneLowHertz == 24e6 && info.tuneHighHertz == 1766e6)
    #expect(abs(info.enbwHertz - 2.0044 * 2.4e6 / 4096) < 1 && abs(info.rbwHertz - 1.8994 * 2.4e6 / 4096) < 1)
  }

  @Test func aBandIsReceivedAtTheLowestRateThatHoldsIt() async throws {
    let source = try source()
    for (low, high, band, words) in [
      (100e6, 100.2e6, [100_000, 100_200], "0.25 MS/s, 4096 points, Blackman-Harris"),
      (100e6, 100.201e6, [99_980, 100_220], "0.3 MS/s, 4096 points, Blackman-Harris"),
      (100e6, 101.92e6, [100_000, 101_919], "2.4 MS/s, 4096 points, Blackman-Harris"),
      // Below the tuner's lowest frequency, and a band that is none: nothing changes.
      (1e6, 2e6, [100_000, 101_919], "2.4 MS/s, 4096 points, Blackman-Harris"),
      (102e6, 102e6, [100_000, 101_919], "2.4 MS/s, 4096 points, Blackman-Harris"),
      (23e6, 24.9e6, [23_970, 24_930], "1.2 MS/s, 4096 points, Blackman-Harris"),
      (1765.1e6, 1800e6, [1_765_070, 1_766_030], "1.2 MS/s, 4096 points, Blackman-Harris"),
    ] as [(Double, Double, [Double], String)] {
      await source.perform(.tune(source: 0, lowHertz: low, highHertz: high))
      let info = await source.info
      #expect(detail(info) == words && self.band(info) == band, "\(low): \(detail(info))")
    }
  }

  @Test func aWiderBandIsSweptAndANarrowOneNoMore() async throws {
    let source = try source()
    await source.perform(.tune(source: 0, lowHertz: 100e6, highHertz: 110e6))
    let swept = await source.info
    #expect(detail(swept) == "swept in 6 hops of 2.4 MS/s, 4096 points")
    #expect(band(swept) == [100_000, 110_000])
    // Per hop: a buffer of librtlsdr, the dwell of 16 ms, and 10 ms for commands.
    #expect(abs(swept.rowSeconds - 6 * (131_072 / 2.4e6 + 0.026)) < 1e-9)
    await source.resolve(stepHertz: 100)
    #expect(detail(await source.info) == "swept in 6 hops of 2.4 MS/s, 16384 points")
    await source.resolve(stepHertz: .nan)
    await source.resolve(stepHertz: .infinity)
    #expect(detail(await source.info) == "swept in 6 hops of 2.4 MS/s, 4096 points")
    await source.perform(.adjust(source: 0, control: RTLTCPControls.correction, value: 5))
    await source.perform(.tune(source: 0, lowHertz: 100e6, highHertz: 101e6))
    #expect(detail(await source.info).hasPrefix("1.44 MS/s, 4096 points"))
  }

  @Test func itsBinsFollowTheNarrowestColumn() async throws {
    let source = try source()
    for (step, count) in [
      (100, 32_768), (200, 32_768), (290, 32_768), (1000, 4096), (.infinity, 4096), (5, 262_144),
    ] as [(Double, Int)] {
      await source.resolve(stepHertz: step)
      #expect(detail(await source.info) == "2.4 MS/s, \(count) points, Blackman-Harris", "\(step)")
    }
    // Tuned elsewhere, they stay as narrow.
    await source.perform(.tune(source: 0, lowHertz: 200e6, highHertz: 200.2e6))
    #expect(detail(await source.info).hasPrefix("0.25 MS/s"))
  }

  @Test func aNarrowBandIsBesideTheSpike() {
    // The usable half of 250 kHz is 100 kHz, of which 500 Hz are kept free beside the spike.
    for (width, offset) in [(1000.0, -500.0), (50_000, -500), (99_500, -500), (99_501, 49_750.5)] {
      let center = RTLTCPSource.center(low: 100e6, high: 100e6 + width, rate: 250_000)
      #expect(center - 100e6 == offset, "\(width)")
    }
  }

  @Test func otherCommandsAreIgnored() async throws {
    let source = try source()
    let before = await source.info
    await source.perform(.seek(source: 0, seconds: 1))
    await source.perform(.resetHold(source: 0))
    await source.perform(.adjust(source: 0, control: 99, value: 1))
    #expect(await source.info == before)
  }

  @Test func argumentsAreLimitedToWhatReceiversSupport() throws {
    func settings(_ text: String) throws -> RTLTCPSettings {
      try RTLTCPArgument(.receiver("rtltcp://radio?" + text)).settings
    }
    #expect(try settings("rate=225001").rateHertz == 225_001)
    #expect(throws: ReceiverError.receiverRate(hertz: 225_000, place: "radio")) {
      try settings("rate=225000")
    }
    #expect(try settings("frequency=100000.4").frequencyHertz == 100_000)
    #expect(try settings("tunergain=-1.04").tunerGain == -10)
    #expect(try settings("tunergain=auto").tunerGain == nil && settings("").tunerGain == nil)
    #expect(try settings("ppm=-199.6").correction == -200 && settings("ppm=0.4").correction == 0)
    #expect(try settings("biastee=off&agc=off") == RTLTCPSettings())
    for text in [
      "ppm=201", "ppm=-201", "tunergain=101", "tunergain=-21", "frequency=99999", "frequency=4.3G", "agc=yes",
    ] { #expect(throws: ReceiverError.self) { try settings(text) } }
  }

  @Test func controlsChangeWithinTheirLimits() {
    var settings = RTLTCPSettings()
    func adjust(_ control: UInt8, _ value: Double) -> RTLTCPSettings {
      RTLTCPControls.adjust(&settings, tuner: .r820t, control: control, value: value)
      return settings
    }
    #expect(
      adjust(RTLTCPControls.gain, 29).tunerGain == 496 && adjust(RTLTCPControls.gain, 30).tunerGain == 496)
    #expect(adjust(RTLTCPControls.gain, 1).tunerGain == 0 && adjust(RTLTCPControls.gain, 0).tunerGain == nil)
    #expect(adjust(RTLTCPControls.correction, 200).correction == 200)
    #expect(adjust(RTLTCPControls.correction, -200).correction == -200)
    #expect(adjust(RTLTCPControls.correction, 200.5).correction == -200)
    #expect(adjust(RTLTCPControls.biasTee, 1).isBiasTeeOn && !adjust(RTLTCPControls.biasTee, 0).isBiasTeeOn)
    settings.tunerGain = 290
    let shown = RTLTCPControls.list(settings, tuner: .r820t).controls
    // The nearest gain is 29.7 dB, behind "Automatic" and sixteen others.
    #expect(shown.map(\.id) == [1, 2, 3, 4] && shown[0].value == 17 && shown[0].high == 29)
    #expect(shown[1].low == -200 && shown[1].high == 200)
    settings.tunerGain = nil
    #expect(RTLTCPControls.list(settings, tuner: .r820t).controls[0].value == 0)
  }
}
