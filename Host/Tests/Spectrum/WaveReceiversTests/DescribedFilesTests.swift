import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveSpectra
import WaveSystem
import WaveWire

@testable import WaveReceivers

/// What `info` says about files of every kind, and what recording them anew gives.
@Suite struct DescribedFilesTests {
  /// A value as JSON with sorted keys, without its path and the folder that is another each time.
  private func json(_ value: some Encodable, path: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
      .replacing("/" + folder + "/", with: "")
  }

  private func described(_ path: String, _ settings: SampleSettings = SampleSettings()) throws -> String {
    do {
      return try json(try FileAnalysis(path: path, settings: settings), path: path)
    } catch let error as ReceiverError { return "refused: \(error.explanation.what)" }
  }

  private func wav(_ name: String, _ files: RecordingFiles, center: String) throws -> String {
    let bytes = ContainedSamples.wav(RecordingFiles.tone(1000) + [9], bits: 8, rate: 96_000)
    return try files.samples.write(bytes, "\(name)\(center).wav")
  }

  @Test func descriptionsAreThoseOfTheGoldenFile() throws {
    let files = try RecordingFiles()
    let tone = RecordingFiles.tone(1000)
    func write(_ bytes: [UInt8], _ name: String) throws -> String { try files.samples.write(bytes, name) }
    var lines: [String] = []
    lines += try [
      described(files.hops()), described(files.hops("far", secondHertz: 200_000_000)),
      described(files.hops("given"), SampleSettings(rateHertz: 5000, centerHertz: 7e6)),
      described(files.hops("third"), SampleSettings(capture: 1)), described(files.outage()),
      described(Samples.fixture("three_hops.csv.gz")), described(Samples.fixture("hackrf.csv")),
      described(wav("a", files, center: "")), described(wav("b", files, center: "_20260102_030405Z_7100kHz")),
      described(write(tone + [1], "x_20260102_030405_868MHz_250k.cu8")),
      described(
        write(tone, "gqrx_20260102_030405_100000000_1800000_fc.raw"), SampleSettings(format: .cf32le)),
      described(write(tone, "real.bin"), SampleSettings(format: IQFormat(.i16, isReal: true))),
      described(
        write(
          ContainedSamples.sdriq(tone + [1, 2, 3], rate: 48_000, center: 7_100_000, seconds: 1_600_000_000),
          "a.sdriq")),
      described(write(ContainedSamples.sdriq([], rate: 48_000, center: 7_100_000, seconds: 0), "b.sdriq")),
    ]
    let meta = Array(
      #"""
      {"global": {"core:version": "1.2.0", "core:datatype": "cu8", "core:sample_rate": 1000, \#
      "core:dataset": "other.bin"}, "captures": [{"core:sample_start": 0}], "annotations": []}
      """#.utf8)
    for (name, members) in [
      ("two", [("a/x.sigmf-meta", meta), ("a/other.bin", tone), ("b/y.sigmf-meta", meta)]),
      ("elsewhere", [("a/x.sigmf-meta", meta), ("b/other.bin", tone)]),
      ("flat", [("other.bin", tone), ("x.sigmf-meta", meta)]), ("without", [("other.bin", tone)]),
    ] {
      lines.append("archive \(name): \(try described(write(ContainedSamples.tar(members), name + ".sigmf")))")
    }
    #expect(try GoldenText.differences(lines, from: "receivers/described.txt") == [])
  }

  @Test func settingsAreCheckedUpToTheirLimits() throws {
    let files = try RecordingFiles()
    func isTaken(_ count: Int, _ settings: SampleSettings) throws -> Bool {
      let path = try files.samples.write([UInt8](repeating: 100, count: 2 * count), "a.cu8")
      return (try? FileAnalysis(path: path, settings: settings)) != nil
    }
    for (count, settings, isRight) in [
      (64, SampleSettings(), true), (63, SampleSettings(), false), (128, SampleSettings(fftCount: 128), true),
      (127, SampleSettings(fftCount: 128), false), (100, SampleSettings(rateHertz: 1), true),
      (100, SampleSettings(rateHertz: 0.999), false), (100, SampleSettings(rateHertz: 1e12), true),
      (100, SampleSettings(rateHertz: 1.001e12), false), (100, SampleSettings(centerHertz: -1e12), true),
      (100, SampleSettings(centerHertz: 1.001e12), false), (100, SampleSettings(channel: -1), false),
      (100, SampleSettings(channel: 1), false), (100, SampleSettings(capture: 0), true),
      (100, SampleSettings(capture: 1), false), (100, SampleSettings(capture: -1), false),
    ] { #expect(try isTaken(count, settings) == isRight, "\(count), \(settings)") }
  }

  @Test func theTransformIsNoLongerThanTheFile() throws {
    let files = try RecordingFiles()
    for (count, settings, points) in [
      (4096, SampleSettings(), 4096), (4095, SampleSettings(), 2048), (64, SampleSettings(), 64),
      (100_000, SampleSettings(), 4096), (4095, SampleSettings(fftCount: 64), 64),
      (100_000, SampleSettings(fftCount: 65_536), 65_536),
    ] {
      let path = try files.samples.write([UInt8](repeating: 100, count: 2 * count), "a.cu8")
      guard case .samples(let file) = try OpenedRecording(path: path, settings: settings) else { continue }
      #expect(file.configuration(overlap: 0.5).fftCount == points)
      #expect(file.durationSeconds == Double(count) / 1e6)
    }
  }

  @Test func aLongFileIsReadInPieces() throws {
    let files = try RecordingFiles()
    // More than a mebibyte, in frames of three channels of four bytes.
    let count = 100_000
    var draw = SeededGenerator(seed: 6)
    let data = (0..<12 * count).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
    let path = try files.sigMF(
      "long", global: #""core:datatype": "ci16_le", "core:sample_rate": 1000, "core:num_channels": 3"#,
      captures: [#"{"core:sample_start": 0}"#], data: data)
    let settings = SampleSettings(channel: 1)
    guard case .samples(let file) = try OpenedRecording(path: path, settings: settings) else { return }
    var found: [UInt8] = []
    var pieces: [Int] = []
    var buffer: [UInt8] = []
    try file.read(10..<count + 10, buffer: &buffer) { piece in
      pieces.append(piece.count / 4)
      piece.withUnsafeBufferPointer { found += $0 }
    }
    #expect(pieces == [87_381, count - 10 - 87_381])
    var expected: [UInt8] = []
    for frame in 10..<count { expected += data[(12 * frame + 4)..<(12 * frame + 8)] }
    #expect(found == expected)
  }

  @Test func levelsBeyondTheStoredOnesAreClampedAndCountedOnce() throws {
    let files = try RecordingFiles()
    var text = ""
    for (second, levels) in ["500, -500, nan", "-10, -327.67, 327.67", "-12.346, -12.344, nan"].enumerated() {
      text += "2026-01-02, 10:00:0\(second), 100000000, 100003000, 1000.00, 4, \(levels)\n"
    }
    let path = try files.samples.write(Array(text.utf8), "levels.csv")
    guard case .log(let log, false) = try OpenedRecording(path: path, settings: SampleSettings()) else {
      return
    }
    let gap = log.sweeps[0][2]
    #expect(log.sweeps == [[32_767, -32_767, gap], [-1000, -32_767, 32_767], [-1235, -1234, gap]])
    #expect(log.isIncomplete == [true, false, true] && log.nonFiniteValues == 2)
    let histogram = log.histogram()
    #expect(histogram.reduce(0, +) == 7 && histogram[65_535] == 2 && histogram[1] == 2)
    #expect(histogram[32_768 - 1000] == 1 && histogram[32_768 - 1235] == 1)
    #expect(log.powers(of: 0)[2].isNaN && abs(log.powers(of: 1)[0] - 0.1) < 1e-6)
    let means = log.meanPowers().map { 10 * log10(Double($0)) }
    #expect(abs(means[0] - (327.67 - 10 * log10(3))) < 1e-3 && abs(means[2] - 327.67) < 1e-3)
  }

  /// A sweep that lacks its last hop, and one that lacks its first, stand in the bins of the whole ones.
  @Test func sweepsOfAPartOfTheBandStandInTheirBins() throws {
    let files = try RecordingFiles()
    var text = ""
    for (second, hops) in [[0], [0, 1], [1], [0, 1], [0, 1, 2], [2]].enumerated() {
      for hop in hops {
        let low = 100_000_000 + 2000 * hop
        text +=
          "2026-01-02, 10:00:0\(second), \(low), \(low + 2000), 1000.00, 4, "
          + "-\(10 * hop + 10), -\(10 * hop + 11)\n"
      }
    }
    let path = try files.samples.write(Array(text.utf8), "parts.csv")
    guard case .log(let log, _) = try OpenedRecording(path: path, settings: SampleSettings()) else { return }
    let lines = log.sweeps.indices.map { index in
      "\(log.isIncomplete[index] ? "part" : "whole") "
        + log.sweeps[index].map(String.init).joined(separator: " ")
    }
    #expect(try GoldenText.differences(lines, from: "receivers/partial-sweeps.txt") == [])
  }

  private func events(_ source: FileSamples) async -> [String] {
    var lines: [String] = []
    for await event in source.samples() {
      switch event {
      case .samples(let block):
        var digest = GoldenDigest()
        digest.add(block.bytes)
        lines.append("\(block.bytes.count / source.properties.bytesPerSample) samples, \(digest.text)")
      case .changed(let properties): lines.append("changed: \(line(properties))")
      case .lost(let count): lines.append("lost \(count.map(String.init) ?? "unknown")")
      case .notice(let notice): lines.append("notice: \(notice.string)")
      }
    }
    return lines
  }

  private func line(_ properties: SampleProperties) -> String {
    let origin = properties.recorded
    return "\(properties.name), \(properties.format), \(properties.rateHertz), \(properties.centerHertz), "
      + "from \(origin?.startMicroseconds.map(String.init) ?? "an unknown time"), "
      + "rate known \(origin?.isRateKnown ?? true), centre known \(origin?.isCenterKnown ?? true)"
  }

  @Test func whatIsRecordedAnewIsThatOfTheGoldenFile() async throws {
    let files = try RecordingFiles()
    var lines: [String] = []
    let long = try files.samples.write(RecordingFiles.tone(300_000) + [7], "long.cu8")
    let wide = try files.samples.write(RecordingFiles.tone(3000), "wide.bin")
    let named = try files.samples.write(RecordingFiles.tone(100), "x_20260102_030405Z_868MHz_250k.cu8")
    for source in [
      try FileSamples(path: files.hops()), try FileSamples(path: files.hops("given"), centerHertz: 5e6),
      try FileSamples(path: long, rateHertz: 1e5), try FileSamples(path: named),
      try FileSamples(path: wide, format: IQFormat(.i24, isReal: true)),
    ] {
      lines.append("== \(line(source.properties))")
      lines += await events(source)
    }
    #expect(try GoldenText.differences(lines, from: "receivers/recorded-anew.txt") == [])
  }

  @Test func argumentsOfSamplesCountMoreThanOptions() async throws {
    let files = try RecordingFiles()
    let path = try files.samples.write(RecordingFiles.tone(100), "a.bin")
    func opened(_ text: String, rateHertz: Double? = nil, centerHertz: Double? = nil) async throws -> String {
      let argument = try SourceArgument.receiver(text)
      do throws(ReceiverError) {
        let source = try await ReceiverFactory.openSamples(
          argument, rateHertz: rateHertz, centerHertz: centerHertz, format: .cs8)
        let found = await source.properties
        return "\(found.format) \(found.rateHertz) \(found.centerHertz)"
      } catch { return error.explanation.what }
    }
    for (text, rate, center, words) in [
      ("demo:", nil, nil, "cu8 2400000.0 99500000.0"), ("demo:", 1e6, 1e8, "cu8 1000000.0 100000000.0"),
      ("demo:?rate=2M&frequency=5M", 1e6, 1e8, "cu8 2000000.0 5000000.0"),
      ("file:" + path, 1e6, 1e8, "ci8 1000000.0 100000000.0"),
      ("file:" + path + "?rate=2M&frequency=5M&format=cu8", 1e6, 1e8, "cu8 2000000.0 5000000.0"),
      ("rtltcp://radio?rate=1M&frequency=5M", nil, nil, "cu8 1000000.0 5000000.0"),
      ("-", nil, nil, "data from a pipe cannot be recorded"),
    ] as [(String, Double?, Double?, String)] {
      #expect(try await opened(text, rateHertz: rate, centerHertz: center) == words, "\(text)")
    }
  }

  @Test func formatsHaveTheirUsualNames() {
    for name in [
      "cu8", "cs8", "cu16", "cs16", "cs32", "cf32", "cf64", "sc8", "sc16", "fc32", "u8", "s8", "s16", "f32",
      "f64",
      "ci16_be", "rf64_le",
    ] {
      let format: IQFormat? = IQFormat(name: name)
      let bits = Int(name.filter(\.isNumber)) ?? 0
      #expect(format?.bytesPerComponent == bits / 8, "\(name)")
      #expect(format?.isReal == !(name.hasPrefix("c") || name.hasPrefix("sc") || name.hasPrefix("fc")))
    }
    for name in ["", "cu9", "CU8", "s24"] {
      let format: IQFormat? = IQFormat(name: name)
      #expect(format == nil, "\(name)")
    }
  }
}
