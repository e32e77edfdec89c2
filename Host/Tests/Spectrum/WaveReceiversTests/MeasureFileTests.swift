import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveReceivers

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
    #expect(abs(try #require(peak.frequencyHertz) - frequency) < 0.02 * step)
    #expect(abs(try #require(measured.enbwHertz) / step - expected.enbwBins) < 1e-4)
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
      #expect(abs(try #require(peak.frequencyHertz) - bin) < 0.01 + 1e-9)
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
      #expect(throws: ReceiverError.self) { try MeasureFile.measure(path: path, settings: settings) }
      #expect(throws: ReceiverError.self) { try PlaybackSource(path: path, settings: settings) }
      #expect(throws: ReceiverError.self) { try FileAnalysis(path: path, settings: settings) }
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
    #expect(abs(try #require(measured.enbwHertz) - log.stepHertz) < 0.01)
    let peak = try #require(measured.peaks.first)
    #expect(abs(peak.level - 10 * log10(means.max() ?? 0)) < 0.001)
    #expect(abs(try #require(peak.frequencyHertz) - 100.5e6) < 1e5)
  }

  @Test func encodesWhatPeopleAskFor() throws {
    let measured = try MeasureFile.measure(
      path: Samples.fixture("tone.cu8"), settings: SampleSettings(rateHertz: 1e6))
    let object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(measured)) as? [String: Any])
    for key in ["unit", "rbwHertz", "enbwHertz", "noiseFloor", "bandPower", "peaks"] {
      #expect(object[key] != nil)
    }
    let peak = try #require((object["peaks"] as? [[String: Any]])?.first)
    #expect(peak["frequencyHertz"] != nil && peak["level"] != nil)
  }

  @Test func measuresInPartsOfARateThatNobodySays() throws {
    let tones = try Samples.json("tones.json", as: Tones.self)
    let settings = SampleSettings(fftCount: tones.fft)
    let measured = try MeasureFile.measure(path: Samples.fixture("tone.cu8"), settings: settings)
    #expect(measured.rateHertz == nil && measured.lowHertz == nil && measured.noiseDensity == nil)
    let parts = try #require(measured.ofRate)
    #expect(abs(parts.step - 1 / Double(tones.fft)) < 1e-12 && abs(parts.low + 0.5) < parts.step)
    let peak = try #require(measured.peaks.first)
    let place = Double(tones.toneBin - tones.fft / 2) / Double(tones.fft)
    let found = try #require(peak.frequencyOfRate)
    #expect(peak.frequencyHertz == nil && abs(found - place) < 0.02 * parts.step)
    let text = String(decoding: try JSONEncoder().encode(measured), as: UTF8.self)
    #expect(!text.contains("Hertz"))
  }

  /// A sine of amplitude 0.25 at a quarter of the rate with a constant of 0.01 and noise, as real samples.
  private func realTone(count: Int, constant: Double) throws -> String {
    var random = SeededGenerator(seed: 11)
    var bytes: [UInt8] = []
    for index in 0..<count {
      let value = 0.25 * sin(Double.pi / 2 * Double(index) + 0.3) + constant + 1e-4 * random.gauss()
      withUnsafeBytes(of: Int16((value * 32768).rounded()).littleEndian) { bytes.append(contentsOf: $0) }
    }
    return try samples.write(bytes, "real.s16")
  }

  @Test func realSamplesHaveNoImagesAndNoMiddleSpike() throws {
    let path = try realTone(count: 65_537, constant: 0)
    let settings = SampleSettings(rateHertz: 48_000)
    let measured = try MeasureFile.measure(path: path, settings: settings)
    #expect(measured.imageLevel == nil)
    let peak = try #require(measured.peaks.first)
    #expect(abs(peak.level - 20 * log10(0.25)) < 0.02 && peak.frequencyHertz == 12_000)
    #expect(abs(try #require(measured.bandPower) - 20 * log10(0.25)) < 0.001)
    #expect(try #require(measured.dcOffset?.level) < -90)
    var playback = try Playback(path: path, settings: settings)
    for case .artefacts(let artefacts) in playback.start(at: 1) { Issue.record("\(artefacts)") }
  }

  @Test func realSamplesConstantPartIsAtZero() throws {
    let path = try realTone(count: 65_536, constant: 0.01)
    let settings = SampleSettings(rateHertz: 48_000)
    let offset = try #require(try MeasureFile.measure(path: path, settings: settings).dcOffset)
    #expect(abs(offset.i - 0.01) < 1e-5 && offset.q == 0)
    // As much as a sine of amplitude 1 is above its mean square.
    #expect(abs(try #require(offset.level) - (20 * log10(0.01) + 10 * log10(2))) < 0.01)
    var playback = try Playback(path: path, settings: settings)
    var spikes: [Double] = []
    for case .artefacts(let artefacts) in playback.start(at: 1) {
      spikes.append(artefacts.spikeHertz)
      #expect(artefacts.imageHertz.isNaN)
    }
    #expect(spikes == [0])
  }

  @Test func aSurveyOfOneBinAHopHidesNoNeighbours() throws {
    // Stations three and two bins from a stronger one.
    let strong = [103: -20.0, 106: -25, 108: -30, 120: -10]
    var lines = ""
    for second in 0..<3 {
      for bin in 100..<130 {
        let level = strong[bin] ?? -80 - Double(bin % 3)
        lines += "2026-01-02, 03:04:0\(second), \(bin)000000, \(bin + 1)000000, 1000000.00, 1, \(level)\n"
      }
    }
    let measured = try MeasureFile.measure(path: samples.write(Array(lines.utf8), "survey.csv"))
    #expect(measured.peaks.map(\.level).map { ($0 * 10).rounded() / 10 } == [-10, -20, -25, -30])
    let centers = measured.peaks.compactMap(\.frequencyHertz)
    #expect(centers == [120.5e6, 103.5e6, 106.5e6, 108.5e6])
  }

  /// Its Hann window has a zero two bins away, and what stands there is a signal.
  @Test func aSweepOfFiveBinsAHopHidesNoNeighbours() throws {
    let strong = [410: -20.0, 413: -25, 415: -30, 430: -40, 432: -41, 434: -42]
    var lines = ""
    for second in 0..<3 {
      for hop in stride(from: 400, to: 440, by: 5) {
        let levels = (hop..<(hop + 5)).map { "\(strong[$0] ?? -70 - Double($0 % 3))" }
        lines += "2026-01-02, 03:04:0\(second).000000, \(hop)000000, \(hop + 5)000000, "
        lines += "1000000.00, 20, " + levels.joined(separator: ", ") + "\n"
      }
    }
    let path = try samples.write(Array(lines.utf8), "sweep.csv")
    let peaks = try MeasureFile.measure(path: path).peaks
    #expect(peaks.map { $0.level.rounded() } == [-20, -25, -30, -40, -41, -42])
  }

  @Test(arguments: [WindowFunction.hann, .blackmanHarris]) func tonesAMainLobeApartAreBothPeaks(
    _ window: WindowFunction
  ) throws {
    // From null to null, in bins.
    let apart = Double(2 * window.terms.count)
    var random = SeededGenerator(seed: 3)
    let path = try samples.writeFloats(count: 16_384, "two.cf32") { index in
      let (first, second) = (
        2 * Double.pi * 40 * Double(index) / 512, 2 * Double.pi * apart * Double(index) / 512
      )
      return (
        0.5 * cos(first) + 0.25 * cos(first + second) + 1e-5 * random.gauss(),
        0.5 * sin(first) + 0.25 * sin(first + second) + 1e-5 * random.gauss()
      )
    }
    let measured = try MeasureFile.measure(
      path: path, settings: SampleSettings(rateHertz: 512, fftCount: 512, window: window))
    // Tones this near make their spectrum stand in waves, but each is seen.
    let places = measured.peaks.prefix(2).compactMap(\.frequencyHertz).map { $0.rounded() }
    #expect(places == [40, 40 + apart])
  }

  @Test func frequenciesHaveOnlyDigitsThatABinResolves() {
    #expect(MeasureFile.rounded(100_063_993.4, stepHertz: 1000, partOfBin: 50) == 100_063_990)
    #expect(MeasureFile.rounded(90_002_604.165, stepHertz: 5208.33, partOfBin: 5) == 90_003_000)
    #expect(MeasureFile.rounded(103_500_000, stepHertz: 1e6, partOfBin: 2) == 103_500_000)
    #expect(MeasureFile.rounded(37.132, stepHertz: 1, partOfBin: 50) == 37.13)
  }

  @Test func saysWhichCapturesAreMeasured() throws {
    let metadata = #"""
      {"global": {"core:datatype": "cf32_le", "core:sample_rate": 8192, "core:version": "1.2.0"},
       "captures": [{"core:sample_start": 0, "core:frequency": 100000000},
                    {"core:sample_start": 16384, "core:frequency": 200000000}], "annotations": []}
      """#
    let data = try samples.writeFloats(count: 32_768, "hops.sigmf-data") { index in
      let angle = 2 * Double.pi * Double(index % 8) / 8
      let size = index < 16_384 ? 0.5 : 0.25
      return (size * cos(angle), size * sin(angle))
    }
    let path = try samples.write(Array(metadata.utf8), "hops.sigmf-meta")
    #expect(data.hasSuffix("hops.sigmf-data"))
    let first = try MeasureFile.measure(path: path)
    #expect(first.warning?.contains("captures are at 2 frequencies") == true)
    #expect(first.warning?.contains("16384 of 32768 samples at 100") == true)
    let second = try MeasureFile.measure(path: path, settings: SampleSettings(capture: 1))
    #expect(abs(try #require(second.peaks.first).level - 20 * log10(0.25)) < 0.02)
    #expect(try #require(second.peaks.first?.frequencyHertz) == 200_001_024)
    #expect(throws: ReceiverError.self) {
      try MeasureFile.measure(path: path, settings: SampleSettings(capture: 2))
    }
    #expect(try FileAnalysis(path: path).centersHertz == [100e6, 200e6])
  }
}
