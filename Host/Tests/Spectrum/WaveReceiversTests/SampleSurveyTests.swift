import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveSignal
import WaveSpectra
import WaveSpectrumWire

@testable import WaveReceivers

/// What a survey finds in samples, and which samples it reads.
@Suite struct SampleSurveyTests {
  private let files: RecordingFiles

  init() throws { files = try RecordingFiles() }

  private func file(_ path: String, _ settings: SampleSettings = SampleSettings()) throws -> SampleFile {
    guard case .samples(let file) = try OpenedRecording(path: path, settings: settings) else {
      throw ReceiverError.levelsOnly(path: path)
    }
    return file
  }

  @Test func meansAreThoseOfAllSamples() throws {
    var draw = SeededGenerator(seed: 5)
    let bytes = (0..<2 * 5000).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
    let values = bytes.map { (Double($0) - 127.5) / 127.5 }
    func mean(_ places: StrideTo<Int>) -> Double {
      places.reduce(0) { $0 + values[$1] } / Double(places.underestimatedCount)
    }
    let all = values.reduce(0) { $0 + $1 * $1 } / 5000
    let clipped = Double(bytes.count { $0 == 0 || $0 == 255 })
    let complex = try SampleSurvey(of: file(files.samples.write(bytes, "a.cu8")))
    #expect(complex.sampleCount == 5000 && complex.invalidCount == 0)
    #expect(abs(complex.meanI - mean(stride(from: 0, to: 10_000, by: 2))) < 1e-6)
    #expect(abs(complex.meanQ - mean(stride(from: 1, to: 10_000, by: 2))) < 1e-6)
    #expect(abs(complex.power - all) < 1e-6)
    #expect(abs(complex.clippedShare - clipped / 10_000) < 1e-12)
    let constant = complex.meanI * complex.meanI + complex.meanQ * complex.meanQ
    #expect(abs(complex.constantPower - constant) < 1e-15)
    let real = try SampleSurvey(
      of: file(
        files.samples.write(bytes, "a.bin"), SampleSettings(format: IQFormat(.u8, isReal: true))))
    #expect(real.sampleCount == 10_000 && real.meanQ == 0 && real.imagePowerRatio == 0)
    #expect(abs(real.meanI - mean(stride(from: 0, to: 10_000, by: 1))) < 1e-6)
    // Twice the mean square, which is half the sum over pairs.
    #expect(abs(real.power - all) < 1e-6)
    #expect(abs(real.clippedShare - clipped / 10_000) < 1e-12)
    #expect(abs(real.constantPower - 2 * real.meanI * real.meanI) < 1e-15)
  }

  /// Samples of one byte whose level rises from the first to the last.
  private func ramp(_ count: Int) throws -> SampleFile {
    let bytes = (0..<count).map { UInt8(254 * $0 / count) }
    return try file(
      files.samples.write(bytes, "ramp.bin"), SampleSettings(format: IQFormat(.u8, isReal: true)))
  }

  @Test func aGlanceReadsShortFilesWholeAndPartsOfLongOnes() throws {
    for (count, read) in [
      (64, 64), (5000, 5000), (65_536, 65_536), (100_000, 65_536), (131_072, 131_072),
      (3_000_000, 32 * 65_536),
    ] {
      let survey = try SampleSurvey(glancingAt: ramp(count))
      #expect(survey.sampleCount == read, "\(count)")
      // What is left out is behind the last part only where there is one part.
      let mean = count == 100_000 ? -0.35 : 0
      #expect(abs(survey.meanI - mean) < 0.03, "\(count): \(survey.meanI)")
    }
    // A part is sixteen transforms long, or four of this length.
    let path = try files.samples.write([UInt8](repeating: 100, count: 4_000_000), "long.cu8")
    let long = try SampleSurvey(glancingAt: file(path, SampleSettings(fftCount: 262_144)))
    #expect(long.sampleCount == 1_048_576)
  }

  @Test func aGlanceKeepsToTheFrequencyOfMostSamples() throws {
    // Captures of 60,000, 50,000 and 80,000 samples; those of the second are at another frequency and full
    // scale.
    let bytes =
      [UInt8](repeating: 130, count: 120_000) + [UInt8](repeating: 255, count: 100_000)
      + [UInt8](repeating: 140, count: 160_000)
    let path = try files.sigMF(
      "main", global: #""core:datatype": "cu8", "core:sample_rate": 1000000"#,
      captures: [(0, 100), (60_000, 101), (110_000, 100)].map {
        #"{"core:sample_start": \#($0.0), "core:frequency": \#($0.1)000000}"#
      }, data: bytes)
    let survey = try SampleSurvey(glancingAt: file(path))
    #expect(survey.clippedShare == 0)
    // A part begins at each 65,536 of the 140,000 and ends with its capture.
    #expect(survey.sampleCount == 60_000 + 65_536)
    let whole = try SampleSurvey(of: file(path))
    #expect(whole.sampleCount == 140_000 && whole.clippedShare == 0)
    let other = try SampleSurvey(of: file(path, SampleSettings(capture: 1)))
    #expect(other.sampleCount == 50_000 && other.clippedShare == 1)
  }

  /// Noise within a few bins of the centre, a constant, and noise everywhere.
  private func spike(_ name: String, constant: Double, hump: Double) throws -> Artefacts? {
    var draw = SeededGenerator(seed: 8)
    var (slowI, slowQ) = (0.0, 0.0)
    let path = try files.samples.writeFloats(count: 40_960, name + ".cf32") { _ in
      slowI += (draw.gauss() - slowI) / 8
      slowQ += (draw.gauss() - slowQ) / 8
      return (
        constant + hump * slowI + 1e-3 * draw.gauss(), hump * slowQ + 1e-3 * draw.gauss()
      )
    }
    return try SampleSurvey(
      glancingAt: file(path, SampleSettings(rateHertz: 512, centerHertz: 5000, fftCount: 512))
    ).artefacts
  }

  @Test func aSpikeStandsOutFromNoiseAndFromASignalAroundIt() throws {
    let found = try #require(try spike("a", constant: 0.01, hump: 0))
    #expect(found.spikeHertz == 5000 && found.imageHertz.isNaN && found.imageOfHertz.isNaN)
    #expect(try spike("b", constant: 0, hump: 0) == nil)
    #expect(try spike("c", constant: 0.01, hump: 0.5) == nil)
    #expect(try spike("d", constant: 0.2, hump: 0.5)?.spikeHertz == 5000)
  }

  /// A tone with an image of given powers, an imbalance that explains an image, and a constant.
  private func image(_ name: String, gain: Double, other: Double) throws -> Artefacts? {
    var draw = SeededGenerator(seed: 8)
    let path = try files.samples.writeFloats(count: 40_960, name + ".cf32") { index in
      let (a, b) = (2 * Double.pi * 100 * Double(index) / 512, 2 * Double.pi * 30 * Double(index) / 512)
      let (re, im) = (0.5 * cos(a) + 0.1 * cos(b), 0.5 * sin(a) + 0.1 * sin(b))
      return (
        gain * re + other * cos(a) + 1e-4 * draw.gauss(), im - other * sin(a) + 1e-4 * draw.gauss()
      )
    }
    return try SampleSurvey(
      glancingAt: file(path, SampleSettings(rateHertz: 512, centerHertz: 5000, fftCount: 512))
    ).artefacts
  }

  @Test func anImageHasTheLevelThatItsImbalanceGives() throws {
    let found = try #require(try image("a", gain: 1.02, other: 0))
    #expect(found.imageHertz == 4900 && found.imageOfHertz == 5100 && found.spikeHertz.isNaN)
    #expect(try image("b", gain: 1, other: 0) == nil)
    // More than a tenth of the signal is a signal of its own.
    #expect(try image("c", gain: 1, other: 0.3) == nil)
  }

  @Test func frequenciesAreRoundedToTheirDigits() {
    for (hertz, step, part, rounded) in [
      (1234.5678, 1.0, 5.0, 1234.6), (1234.5678, 10, 5, 1235), (1234.5678, 100, 5, 1230),
      (1235, 100, 5, 1240), (1234.5678, 1, 50, 1234.57), (1234.5678, 500, 5, 1200),
      (1234.5678, 0.001, 50, 1234.5678), (-1250, 1000, 10, -1300), (1234.5678, 1e13, 1, 1234.5678),
      (1234.5678, 0, 1, 1234.5678),
    ] {
      #expect(MeasureFile.rounded(hertz, stepHertz: step, partOfBin: part) == rounded, "\(hertz) by \(step)")
    }
  }
}
