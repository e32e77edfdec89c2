import Foundation
import HostTestSupport
import Testing
import WaveSpectra
import WaveSpectrumWire
import WaveSystem
import WaveWire

@testable import WaveReceivers

@Suite struct SampleContainerTests {
  private let bytes: [UInt8] = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 5) }

  private func file(_ path: String, _ settings: SampleSettings = SampleSettings()) throws -> SampleFile {
    guard case .samples(let file) = try OpenedRecording(path: path, settings: settings) else {
      throw ReceiverError.levelsOnly(path: path)
    }
    return file
  }

  /// All that a file gives.
  private func read(_ file: SampleFile, _ range: Range<Int>? = nil) throws -> [UInt8] {
    var result: [UInt8] = []
    var buffer: [UInt8] = []
    try file.read(range ?? 0..<file.sampleCount, buffer: &buffer) { piece in
      for index in piece.indices { result.append(piece[index]) }
    }
    return result
  }

  private func metadata(_ global: String, _ captures: String, _ annotations: String = "") -> [UInt8] {
    Array(
      """
      {"global": {"core:version": "1.2.6", \(global)}, "captures": [\(captures)], "annotations": \
      [\(annotations)]}
      """.utf8)
  }

  /// Writes a pair and gives the path of its metadata.
  private func pair(_ samples: Samples, _ name: String, _ metadata: [UInt8], _ data: [UInt8]) throws -> String
  {
    _ = try samples.write(data, "\(name).sigmf-data")
    return try samples.write(metadata, "\(name).sigmf-meta")
  }

  @Test func aFileThatIsCutWhileItIsReadSaysWhereItEnds() throws {
    let samples = try Samples()
    let path = try samples.write(bytes, "cut.cu8")
    let opened = try file(path)
    #expect(truncate(path, 1001) == 0)
    #expect(try read(opened, 0..<500) == Array(bytes.prefix(1000)))
    #expect(throws: ReceiverError.shortened(path: path, byte: 1001)) { try read(opened, 200..<600) }
  }

  @Test func everyContainerGivesTheSameSamples() throws {
    let samples = try Samples()
    let plain = try read(file(samples.write(bytes, "a.cu8")))
    #expect(plain == bytes)
    let meta = metadata(
      #""core:datatype": "cu8", "core:sample_rate": 2000000"#,
      #"{"core:sample_start": 0, "core:frequency": 1090000000}"#)
    let path = try pair(samples, "a", meta, bytes)
    for either in [path, path.replacingOccurrences(of: "-meta", with: "-data")] {
      let opened = try file(either)
      #expect(try read(opened) == bytes)
      #expect(opened.settings.rateHertz == 2e6 && opened.settings.centerHertz == 1090e6)
    }
    let archive = try file(
      samples.write(
        ContainedSamples.tar([("a/a.sigmf-meta", meta), ("a/a.sigmf-data", bytes)]), "a.sigmf"))
    #expect(try read(archive) == bytes && archive.layout.kind == "SigMF archive")
    let wav = try file(samples.write(ContainedSamples.wav(bytes, bits: 8, rate: 2_000_000), "x_1090MHz.wav"))
    #expect(try read(wav) == bytes)
    #expect(wav.settings.rateHertz == 2e6 && wav.settings.centerHertz == 1090e6 && wav.format == .cu8)
    let sdriq = try file(
      samples.write(
        ContainedSamples.sdriq(bytes, rate: 48_000, center: 7_100_000, seconds: 1_600_000_000), "a.sdriq"))
    #expect(try read(sdriq) == bytes && sdriq.format == .cs16le)
    #expect(sdriq.settings.rateHertz == 48_000 && sdriq.settings.centerHertz == 7.1e6)
    #expect(sdriq.layout.segments.first?.startMicroseconds == 1_600_000_000_000_000)
  }

  @Test func whatIsGivenCountsMoreThanWhatTheFileSays() throws {
    let samples = try Samples()
    let path = try samples.write(ContainedSamples.wav(bytes, bits: 8, rate: 2_000_000), "x_1090MHz.wav")
    let opened = try file(path, SampleSettings(rateHertz: 1e6, centerHertz: 5e6))
    #expect(opened.settings.rateHertz == 1e6 && opened.settings.centerHertz == 5e6)
    let info = try FileAnalysis(path: path)
    #expect(
      info.rateFrom == .file && info.centerFrom == .name && info.kind == "WAV with IQ samples")
  }

  @Test func oneOfSeveralChannelsIsTaken() throws {
    let samples = try Samples()
    let meta = metadata(
      #""core:datatype": "ci16_le", "core:sample_rate": 1000, "core:num_channels": 3"#,
      #"{"core:sample_start": 0}"#)
    let data = Array(bytes.prefix(12 * 300))
    let path = try pair(samples, "c", meta, data)
    for channel in 0..<3 {
      let opened = try file(path, SampleSettings(channel: channel))
      var expected: [UInt8] = []
      for sample in 0..<300 {
        let start = sample * 12 + channel * 4
        expected += data[start..<(start + 4)]
      }
      #expect(opened.sampleCount == 300)
      #expect(try read(opened) == expected)
      #expect(try read(opened, 7..<9) == Array(expected[28..<36]))
    }
    #expect(throws: ReceiverError.self) { try file(path, SampleSettings(channel: 3)) }
  }

  @Test func headersBetweenCapturesAndBytesBehindAreNoSamples() throws {
    let samples = try Samples()
    let meta = metadata(
      #""core:datatype": "cu8", "core:sample_rate": 1000, "core:trailing_bytes": 6, "#
        + #""core:dataset": "raw.bin""#,
      #"{"core:sample_start": 0, "core:header_bytes": 10}, "#
        + #"{"core:sample_start": 100, "core:header_bytes": 4}"#
    )
    let data = Array(bytes.prefix(10 + 200 + 4 + 300 + 6))
    _ = try samples.write(data, "raw.bin")
    let opened = try file(samples.write(meta, "h.sigmf-meta"))
    #expect(opened.sampleCount == 250)
    #expect(try read(opened) == Array(data[10..<210] + data[214..<514]))
    #expect(try read(opened, 99..<101) == Array(data[208..<210] + data[214..<216]))
  }

  @Test func whatIsMissingIsSaid() throws {
    let samples = try Samples()
    let global = #""core:datatype": "cu8", "core:sample_rate": 1000"#
    let capture = #"{"core:sample_start": 0}"#
    let lonely = try samples.write(metadata(global, capture), "lonely.sigmf-meta")
    let orphan = try samples.write(bytes, "orphan.sigmf-data")
    let only = try samples.write(
      metadata(global + #", "core:metadata_only": true"#, capture), "only.sigmf-meta")
    let archive = try samples.write(ContainedSamples.tar([("x", bytes)]), "x.sigmf")
    let escape = try samples.write(
      metadata(global + #", "core:dataset": "../secret""#, capture), "escape.sigmf-meta")
    for (path, words) in [
      (lonely, "there is no lonely.sigmf-data"), (orphan, "there is no orphan.sigmf-meta"),
      (only, "metadata only"), (archive, "no .sigmf-meta in this archive"), (escape, "core:dataset"),
    ] {
      let error = #expect(throws: ReceiverError.self) { try file(path) }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }

  @Test func aChecksumIsChecked() throws {
    let samples = try Samples()
    // Of b"abc": FIPS 180-4, example of SHA-512.
    let known =
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
      + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    let abc = try pair(
      samples, "abc",
      metadata(
        #""core:datatype": "ru8", "core:sample_rate": 1000, "core:sha512": "\#(known)""#,
        #"{"core:sample_start": 0}"#),
      Array("abc".utf8))
    // Too short to be shown, and summed all the same.
    #expect(throws: ReceiverError.self) { try file(abc) }
    let path = try pair(
      samples, "sum",
      metadata(
        #""core:datatype": "cu8", "core:sample_rate": 1000, "core:sha512": "\#(known)""#,
        #"{"core:sample_start": 0}"#),
      bytes)
    let analysis = try FileAnalysis(path: path)
    #expect(analysis.checksum == "differs" && analysis.warning?.contains("ddaf35a1") == true)
    var playback = try Playback(path: path)
    let notices = playback.start(at: 1).compactMap { event -> String? in
      if case .notice(let notice) = event { return String(decoding: notice.text, as: UTF8.self) }
      return nil
    }
    #expect(notices.contains { $0.contains("SHA-512 begins with") && $0.contains("ddaf35a1") })
    #expect(String(decoding: playback.info.detail, as: UTF8.self).hasSuffix("SHA-512 differs"))
    var unchecked = SampleSettings()
    unchecked.verifies = false
    #expect(try FileAnalysis(path: path, settings: unchecked).checksum == nil)
  }

  @Test func capturesArePlayedAtTheirFrequencyAndTime() throws {
    let samples = try Samples()
    // Three captures of a second: one straight after the other at another frequency, one 1.5 s later.
    let data = (0..<60_000).map { UInt8(truncatingIfNeeded: 127 + ($0 / 2 % 4 < 2 ? 20 : -20) * ($0 % 2)) }
    let path = try pair(
      samples, "hop",
      metadata(
        #""core:datatype": "cu8", "core:sample_rate": 10000"#,
        #"{"core:sample_start": 0, "core:frequency": 100000000, "core:datetime": "2026-01-02T03:04:05Z"},"#
          + #"{"core:sample_start": 10000, "core:frequency": 100020000, "#
          + #""core:datetime": "2026-01-02T03:04:06Z"},"#
          + #"{"core:sample_start": 20000, "core:frequency": 100000000, "#
          + #""core:datetime": "2026-01-02T03:04:08.5Z"}"#,
        #"{"core:sample_start": 12000, "core:sample_count": 1000, "core:freq_lower_edge": 100018000, "#
          + #""core:freq_upper_edge": 100019000, "core:label": "beep"}"#),
      data)
    var playback = try Playback(path: path)
    #expect(playback.info.durationSeconds == 4.5)
    #expect(!playback.info.flags.contains(.zoneUnknown))
    #expect(playback.info.lowHertz <= 99_995_001 && playback.info.highHertz >= 100_024_000)
    let origin = playback.info.startMicroseconds
    var now: Int64 = 1_000_000
    var rows: [PowerRow] = []
    var maps: [TimeMap] = []
    var marks: [Annotation] = []
    func receive(_ events: [SourceEvent]) {
      for event in events {
        switch event {
        case .row(let row): rows.append(row)
        case .timeMap(let map): maps.append(map)
        case .annotations(let list): marks = list.marks
        default: break
        }
      }
    }
    receive(playback.start(at: now))
    while let wake = playback.wakeMicroseconds, wake < 5_480_000 {
      now = max(now, wake)
      receive(try playback.advance(to: now))
    }
    func shown(from: Double, until: Double) -> [PowerRow] {
      rows.filter {
        $0.startMicroseconds >= 1_000_000 + Int64(from * 1e6)
          && $0.startMicroseconds + $0.durationMicroseconds <= 1_000_000 + Int64(until * 1e6)
      }
    }
    func center(_ row: PowerRow) -> Double {
      row.axis.firstHertz + Double(row.axis.count / 2) * row.axis.stepHertz
    }
    #expect(
      !shown(from: 0, until: 0.9).isEmpty
        && shown(from: 0, until: 0.9).allSatisfy { abs(center($0) - 100e6) < 5 })
    #expect(
      !shown(from: 1.1, until: 1.9).isEmpty
        && shown(from: 1.1, until: 1.9).allSatisfy { abs(center($0) - 100.02e6) < 5 })
    #expect(shown(from: 2.5, until: 3.4).isEmpty)
    #expect(
      !shown(from: 3.6, until: 4.4).isEmpty
        && shown(from: 3.6, until: 4.4).allSatisfy { abs(center($0) - 100e6) < 5 })
    // What was never recorded is a gap, but no loss.
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $1.sequence == $0.sequence + 1 })
    #expect(maps.first?.recordedMicroseconds == origin && maps.count == 1)
    #expect(marks.map(\.startMicroseconds) == [origin + 1_200_000])
    #expect(marks.first?.endMicroseconds == origin + 1_299_900)
    #expect(marks.first.map { String(decoding: $0.label, as: UTF8.self) } == "beep")
  }

  @Test(arguments: [(100_020_000, 0), (200_000_000, 1)])
  func capturesFarApartAreNoted(_ secondHertz: Int, _ noticeCount: Int) throws {
    let samples = try Samples()
    let path = try pair(
      samples, "far",
      metadata(
        #""core:datatype": "cu8", "core:sample_rate": 10000"#,
        #"{"core:sample_start": 0, "core:frequency": 100000000},"#
          + #"{"core:sample_start": 10000, "core:frequency": \#(secondHertz)}"#),
      [UInt8](repeating: 127, count: 40_000))
    let notices = try Playback(path: path).notices.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(notices.count { $0.contains("2 frequencies, far apart") } == noticeCount)
  }

  @Test func aLongGapIsShortenedAndTheClockGoesOn() throws {
    let samples = try Samples()
    let path = try pair(
      samples, "gap",
      metadata(
        #""core:datatype": "cu8", "core:sample_rate": 10000"#,
        #"{"core:sample_start": 0, "core:datetime": "2026-01-02T03:00:00Z"},"#
          + #"{"core:sample_start": 10000, "core:datetime": "2026-01-02T04:00:00Z"}"#),
      [UInt8](repeating: 120, count: 40_000))
    var playback = try Playback(path: path)
    #expect(playback.info.durationSeconds == 3601)
    let origin = playback.info.startMicroseconds
    var now: Int64 = 0
    var maps: [TimeMap] = []
    var notices = 0
    _ = playback.start(at: now)
    while let wake = playback.wakeMicroseconds, wake < 3_900_000 {
      now = max(now, wake)
      for event in try playback.advance(to: now) {
        if case .timeMap(let map) = event { maps.append(map) }
        if case .notice = event { notices += 1 }
      }
    }
    #expect(maps.count == 2 && notices == 1)
    let second = try #require(maps.last)
    // Two seconds of nothing stand for the hour.
    #expect(abs(second.serverMicroseconds - 3_000_000) < 100_000)
    #expect(
      abs(second.recordedMicroseconds - origin - 3_600_000_000 - (second.serverMicroseconds - 3_000_000))
        < 1000)
    for event in playback.perform(.seek(source: 0, seconds: 3600.5), at: now) { _ = event }
    let events = try playback.advance(to: now)
    let map = events.compactMap { if case .timeMap(let map) = $0 { map } else { nil } }.last
    #expect(map.map { abs($0.recordedMicroseconds - origin - 3_600_500_000) < 1000 } == true)
  }

  @Test func manyRemarksComeThoseNearFirst() throws {
    let samples = try Samples()
    let remarks = (0..<500).map {
      #"{"core:sample_start": \#($0 * 20), "core:sample_count": 10, "core:label": "m\#($0)"}"#
    }
    let path = try pair(
      samples, "many",
      metadata(
        #""core:datatype": "cu8", "core:sample_rate": 1000"#, #"{"core:sample_start": 0}"#,
        remarks.joined(separator: ",")),
      [UInt8](repeating: 120, count: 20_000))
    guard case .samples(let file) = try OpenedRecording(path: path, settings: SampleSettings()) else {
      return
    }
    var marks = RecordingMarks(file, timeline: SampleTimeline(of: file), startMicroseconds: 0)
    let update = marks.update(at: 0)
    let first = try #require(update)
    #expect(first.marks.count == 200 && first.leftOut == 300)
    #expect(marks.update(at: 1_000_000) == nil)
    let next = marks.update(at: 5_000_000)
    let later = try #require(next)
    #expect(later.marks.contains { $0.startMicroseconds == 5_000_000 })
    #expect(later.marks.count == 200 && later.leftOut == 300)
  }
}
