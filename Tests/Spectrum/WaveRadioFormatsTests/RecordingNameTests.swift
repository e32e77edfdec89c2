import TestSupport
import Testing
import WaveRadioFormats

@Suite struct RecordingNameTests {
  private static func name(_ text: String) -> RecordingName { RecordingName(Array(text.utf8)) }

  @Test func readsHDSDR() {
    let name = Self.name("HDSDR_20130101_123456Z_7100kHz_RF.wav")
    #expect(name.centerHertz == 7_100_000 && name.sampleRateHertz == nil && name.isUTC)
    #expect(name.startMicroseconds == 1_357_043_696_000_000)
    #expect(Self.name("SDRSharp_20130101_123456Z_433920000Hz_IQ.wav").centerHertz == 433_920_000)
    #expect(Self.name("SDRuno_20130101_123456_7100kHz.wav").isUTC == false)
  }

  @Test func readsGqrx() {
    let name = Self.name("/a_1MHz/gqrx_20200101_120000_99500000_2400000_fc.raw")
    #expect(name.centerHertz == 99_500_000 && name.sampleRateHertz == 2_400_000 && name.isGqrx && !name.isUTC)
    #expect(name.startMicroseconds == 1_577_880_000_000_000)
  }

  @Test func readsSDRPlusPlus() {
    let name = Self.name("baseband_99500000Hz_12-00-00_01-01-2024.wav")
    #expect(name.centerHertz == 99_500_000 && name.startMicroseconds == 1_704_110_400_000_000 && !name.isUTC)
  }

  @Test func readsRTL433AndFreeNames() {
    let name = Self.name("g001_433.92M_250k.cu8")
    #expect(name.centerHertz == 433_920_000 && name.sampleRateHertz == 250_000)
    let other = Self.name("my capture 2.4Msps 1.42GHz.cs16")
    #expect(other.centerHertz == 1_420_000_000 && other.sampleRateHertz == 2_400_000)
    #expect(Self.name("capture_433920000Hz_dump.raw").centerHertz == 433_920_000)
  }

  @Test func readsRatesAsPeopleWriteThem() {
    for (text, center, rate) in [
      ("x_868.950M_1M6_x.cu8", 868.95e6, 1.6e6), ("2M4_868M3.cu8", 868.3e6, 2.4e6),
      ("g001_433.92M_1024k.cu8", 433.92e6, 1.024e6), ("x_2M048.cs16", nil, 2.048e6),
      ("x_250k.cu8", nil, 250e3), ("868.95M-1M6.cu8", 868.95e6, 1.6e6), ("99.5M@2M4.cf32", 99.5e6, 2.4e6),
      ("fs2400000_fc99.5M.iq", 99.5e6, 2.4e6), ("sr=2M4_freq=145.5MHz.bin", 145.5e6, 2.4e6),
      ("rate=2.4Msps.bin", nil, 2.4e6), ("433M92.cu8", 433.92e6, nil), ("x_433.92M.cu8", 433.92e6, nil),
    ] as [(String, Double?, Double?)] {
      let name = Self.name(text)
      #expect(name.centerHertz == center && name.sampleRateHertz == rate, "\(text): \(name)")
    }
    for text in ["take_5m30.wav", "sr01_fc2.cu8", "fsx_rate.cu8", "1M.wav_x", "M6.cu8", "1M2M3.cu8"] {
      #expect(Self.name(text).sampleRateHertz == nil, "\(text)")
    }
  }

  @Test func leavesAloneWhatSaysNothing() {
    for text in [
      "", "/", ".", "x.wav", "2020.cu8", "modes1.cu8", "Hz", "kHz_MHz", "5_6_7", "1e9Hz.wav", "0Hz",
      "99999999999999999999Hz", "20201332_999999", "12-00_01-01-2024",
    ] {
      let name = Self.name(text)
      #expect(name == Self.name("x"), "\(text)")
    }
  }

  @Test func neverTraps() {
    var random = SeededGenerator(seed: 5)
    let seeds = [
      "HDSDR_20130101_123456Z_7100kHz_RF.wav", "gqrx_20200101_120000_99500000_2400000_fc.raw",
      "baseband_99500000Hz_12-00-00_01-01-2024.wav", "g001_433.92M_250k.cu8",
    ].map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) { bytes.mutate(using: &random) }
      let name = RecordingName(bytes)
      #expect(name.centerHertz.map { $0 >= 0 && $0 <= 1e12 } ?? true)
      #expect(name.sampleRateHertz.map { $0 > 0 && $0 <= 1e12 } ?? true)
    }
  }
}
