import Foundation
import TestSupport
import Testing
import WaveDevices
import WaveSignal

@Suite struct MeasureFileTests {
  private let samples: Samples

  init() throws { samples = try Samples() }

  struct Tones: Decodable {
    struct File: Decodable {
      var toneDecibels: Double
      var enbwBins: Double
      var medianBinDecibels: Double
      var powerDecibels: Double
      var meanI: Double
      var meanQ: Double
    }
    var rateHertz: Double
    var samples: Int
    var fft: Int
    var toneBin: Int
    var files: [String: File]
  }

  @Test(arguments: ["cu8", "cs8", "cs16", "cf32"]) func agreesWithSciPy(_ encoding: String) throws {
    let tones = try Samples.json("tones.json", as: Tones.self)
    let expected = try #require(tones.files[encoding])
    let settings = SampleSettings(rateHertz: tones.rateHertz, centerHertz: 100e6, fftCount: tones.fft)
    let measured = try MeasureFile.measure(path: Samples.fixture("tone." + encoding), settings: settings)
    let peak = try #require(measured.peaks.first)
    #expect(abs(peak.level - expected.toneDecibels) < 0.02)
    let step = tones.rateHertz / Double(tones.fft)
    let frequency = 100e6 + Double(tones.toneBin - tones.fft / 2) * step
    #expect(abs(peak.frequencyHertz - frequency) < 0.01 * step)
    #expect(abs(measured.enbwHertz / step - expected.enbwBins) < 1e-4)
    #expect(abs(try #require(measured.bandPower) - expected.powerDecibels) < 0.001)
    let offset = try #require(measured.dcOffset)
    #expect(abs(offset.i - expected.meanI) < 1e-6 && abs(offset.q - expected.meanQ) < 1e-6)
    #expect(abs(try #require(measured.noiseFloor) - expected.medianBinDecibels) < 2)
    #expect(measured.unit == "dBFS" && measured.clippedShare == 0)
  }

  @Test(arguments: WindowFunction.allCases) func readsATonesLevelWhereverItLies(_ window: WindowFunction)
    throws
  {
    for place in [0.0, 0.13, 0.25, 0.5, -0.4] {
      var random = SeededGenerator(seed: UInt64(100 * (place + 1)))
      let bin = 37 + place
      let path = try samples.writeFloats(count: 8192, "tone.cf32") { index in
        let angle = 2 * Double.pi * bin * Double(index) / 512
        return (0.5 * cos(angle) + 1e-5 * random.gauss(), 0.5 * sin(angle) + 1e-5 * random.gauss())
      }
      let measured = try MeasureFile.measure(
        path: path, settings: SampleSettings(rateHertz: 512, fftCount: 512, window: window))
      let peak = try #require(measured.peaks.first)
      #expect(abs(peak.level + 6.0206) < 0.02)
      #expect(abs(peak.frequencyHertz - bin) < 0.01)
    }
  }

  @Test func readsNoiseDensityAndBandPower() throws {
    var random = SeededGenerator(seed: 4)
    var square = 0.0
    let count = 60_000
    let path = try samples.writeFloats(count: count, "noise.cf32") { _ in
      let pair = (0.01 * random.gauss(), 0.01 * random.gauss())
      square += pair.0 * pair.0 + pair.1 * pair.1
      return pair
    }
    let rate = 1e6
    for (fft, window) in [(256, WindowFunction.hann), (1024, .blackmanHarris), (1024, .flatTop)] {
      let measured = try MeasureFile.measure(
        path: path, settings: SampleSettings(rateHertz: rate, fftCount: fft, window: window))
      // 10 log10(2e-4 / 1e6); the estimate from some 60 to 230 averages of this many bins is good to 0.1 dB.
      #expect(abs(try #require(measured.noiseDensity) + 96.99) < 0.15)
      #expect(abs(try #require(measured.bandPower) - 10 * log10(square / Double(count))) < 0.001)
      #expect(measured.peaks.isEmpty)
    }
  }

  @Test func addsTheOffset() throws {
    let path = Samples.fixture("tone.cs16")
    let plain = try MeasureFile.measure(path: path, settings: SampleSettings(rateHertz: 1e6))
    let shifted = try MeasureFile.measure(
      path: path, settings: SampleSettings(rateHertz: 1e6, offsetDecibels: -30))
    #expect(shifted.unit == "dBm")
    #expect(abs(try #require(plain.bandPower) - 30 - (try #require(shifted.bandPower))) < 1e-9)
    #expect(abs(plain.peaks[0].level - 30 - shifted.peaks[0].level) < 1e-9)
  }

  @Test func refusesSettingsOutOfRange() throws {
    let path = Samples.fixture("tone.cu8")
    for settings in [
      SampleSettings(rateHertz: 0), SampleSettings(rateHertz: .nan), SampleSettings(rateHertz: .infinity),
      SampleSettings(centerHertz: .nan), SampleSettings(centerHertz: -.infinity),
      SampleSettings(fftCount: -64),
      SampleSettings(fftCount: 0), SampleSettings(fftCount: 96), SampleSettings(fftCount: 16_384),
    ] {
      #expect(throws: DeviceError.self) { try MeasureFile.measure(path: path, settings: settings) }
      #expect(throws: DeviceError.self) { try PlaybackSource(path: path, settings: settings) }
      #expect(throws: DeviceError.self) { try FileAnalysis(path: path, settings: settings) }
    }
  }

  @Test func countsClipping() throws {
    let bytes: [UInt8] = (0..<4096).map { $0 % 8 == 0 ? 255 : 120 }
    let measured = try MeasureFile.measure(path: samples.write(bytes, "a.cu8"))
    #expect(measured.clippedShare == 0.125)
  }

  @Test func measuresSilence() throws {
    let silence = try MeasureFile.measure(path: samples.write([UInt8](repeating: 0, count: 8192), "a.cs16"))
    #expect(silence.noiseFloor == nil && silence.bandPower == nil && silence.peaks.isEmpty)
    let json = try JSONEncoder().encode(silence)
    #expect(!json.isEmpty)
  }

  @Test func measuresALogAsTheMeanOfItsPowers() throws {
    struct Log: Decodable {
      struct Sweep: Decodable { var levels: [Double?] }
      var sweeps: [Sweep]
      var count: Int
      var firstHertz: Double
      var stepHertz: Double
    }
    let log = try #require(try Samples.json("logs.json", as: [String: Log].self)["three_hops.csv"])
    let means = (0..<log.count).map { bin in
      let levels = log.sweeps.compactMap { $0.levels[bin] }
      return levels.reduce(0) { $0 + pow(10, $1 / 10) } / Double(levels.count)
    }
    let measured = try MeasureFile.measure(path: Samples.fixture("three_hops.csv.gz"))
    #expect(measured.unit == "dB" && measured.averages == 8)
    #expect(abs(try #require(measured.bandPower) - 10 * log10(means.reduce(0, +))) < 0.001)
    #expect(abs(measured.enbwHertz - log.stepHertz) < 0.01)
    let peak = try #require(measured.peaks.first)
    #expect(abs(peak.level - 10 * log10(means.max() ?? 0)) < 0.001)
    #expect(abs(peak.frequencyHertz - 100.5e6) < 1e5)
  }

  @Test func encodesWhatPeopleAskFor() throws {
    let measured = try MeasureFile.measure(path: Samples.fixture("tone.cu8"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(measured)) as? [String: Any])
    for key in ["unit", "rbwHertz", "enbwHertz", "noiseFloor", "bandPower", "peaks"] {
      #expect(object[key] != nil)
    }
    let peak = try #require((object["peaks"] as? [[String: Any]])?.first)
    #expect(peak["frequencyHertz"] != nil && peak["level"] != nil)
  }
}
