import TestSupport
import Testing
import WaveSpectra

@testable import WaveReceivers

/// All that input from a pipe gives, piece by piece, by a clock turned by hand.
@Suite struct GoldenPipeTests {
  private struct Feed {
    var name: String
    var offset: Double?
    /// Pieces of input and the times in milliseconds at which they arrive.
    var pieces: [(milliseconds: Int64, bytes: [UInt8])]
  }

  /// A line of rtl_power at a time of a day in milliseconds.
  private static func line(_ milliseconds: Int, _ levels: String, at hertz: Int = 100_000_000) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let second = milliseconds / 1000
    let part = String("\(1000 + milliseconds % 1000)".dropFirst())
    let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)).\(part)000"
    let count = levels.split(separator: ",").count
    return "2026-01-02, \(time), \(hertz), \(hertz + 1000 * count), 1000.00, 16, \(levels)\n"
  }

  /// Sweeps of one line with three levels, which arrive as they are measured but for a delay.
  private static func sweeps(_ times: [Int], delay: Int64 = 0) -> [(milliseconds: Int64, bytes: [UInt8])] {
    times.enumerated().map { index, time in
      let level = -20 - 10 * (index % 4)
      return (Int64(time) + delay, Array(line(time, "\(level), \(level - 1), \(level + 1)").utf8))
    }
  }

  /// Records of hackrf_sweep: two of five levels each, which make a sweep.
  private static func records(_ sweep: Int) -> [UInt8] {
    func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    var all: [UInt8] = []
    for hop in 0..<2 {
      let low = UInt64(100_000_000 + 5_000_000 * hop)
      all += bytes(UInt32(36)) + bytes(low) + bytes(low + 5_000_000)
      for bin in 0..<5 { all += bytes(Float(-10 * (1 + (sweep + bin + hop) % 6)).bitPattern) }
    }
    return all
  }

  private static let feeds: [Feed] = [
    Feed(name: "every second", pieces: sweeps((0..<6).map { $0 * 1000 })),
    Feed(name: "with an offset", offset: -30, pieces: sweeps([0, 1000, 2000])),
    Feed(name: "with missing sweeps", pieces: sweeps([0, 1000, 2000, 3400, 4900, 6300, 9400, 10_400])),
    Feed(name: "with a clock set back", pieces: sweeps([5000, 6000, 2000, 3000, 4000], delay: 9000)),
    Feed(name: "shorter than rows", pieces: sweeps((0..<24).map { $0 * 12 })),
    Feed(name: "all at once", pieces: sweeps((0..<12).map { $0 * 1000 }).map { (50_000, $0.bytes) }),
    Feed(
      name: "slower and slower",
      pieces: sweeps([0, 1000, 2000, 3400, 4800, 6200, 7600, 9000, 10_400, 11_800])),
    Feed(
      name: "of another band",
      pieces: sweeps([0, 1000, 2000]) + [
        (3000, Array(line(3000, "-50, -40", at: 200_000_000).utf8)),
        (4000, Array(line(4000, "-50, -40", at: 200_000_000).utf8)),
        (5000, Array(line(5000, "-50, -40", at: 200_000_000).utf8)),
      ]),
    Feed(
      name: "of two hops with lines that cannot be read",
      pieces: (0..<9).map { sweep in
        let first = line(sweep * 1000, "-50, nan, -52")
        let second = line(sweep * 1000, "-60, -61, -62", at: 100_003_000)
        let bad = sweep % 3 == 1 ? "usb error\n" : ""
        return (Int64(sweep) * 1000, Array((first + bad + (sweep == 4 ? "x" : "") + second).utf8))
      }),
    Feed(name: "in records", pieces: (0..<8).map { (Int64($0) * 100, records($0)) }),
    Feed(
      name: "in records with a bad one",
      pieces: [
        (0, records(0)), (100, records(1) + [9, 9, 9, 9, 9, 9]), (200, records(2)), (300, records(3)),
      ]),
  ]

  private func lines(_ feed: Feed, pieceBytes: Int) -> [String] {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: feed.offset)
    var lines = ["== \(feed.name), in pieces of \(pieceBytes)", EventText.info(piped.info)]
    var now: Int64 = 0
    func take() {
      while let event = piped.next(at: now) { lines.append(EventText.line(event)) }
    }
    for (milliseconds, bytes) in feed.pieces {
      now = 1_000_000 + milliseconds * 1000
      for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
        piped.append(Array(bytes[start..<min(start + pieceBytes, bytes.count)]))
        take()
      }
      lines.append("-- \(now), due at \(max(0, piped.dueMicroseconds)), patience \(piped.patienceSeconds)")
    }
    piped.finish()
    take()
    return lines + ["\(piped.summary), due at \(piped.dueMicroseconds)"]
  }

  @Test func sweepsAreThoseOfTheGoldenFile() throws {
    var lines: [String] = []
    for feed in Self.feeds { lines += self.lines(feed, pieceBytes: 1 << 20) }
    lines += self.lines(Self.feeds[8], pieceBytes: 7)
    #expect(try GoldenText.differences(lines, from: "receivers/piped-sweeps.txt") == [])
  }

  @Test func sweepsThatAreMergedAreWeightedAlike() throws {
    // Sweeps of 10 ms: four make a row. The second bin is missing in the first two.
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    var found: [PowerRow] = []
    for index in 0..<40 {
      let level = [-10, -20, -30, -40][index % 4]
      piped.append(Array(Self.line(10 * index, "\(level), \(index % 4 < 2 ? "nan" : "\(level)")").utf8))
      while let event = piped.next(at: 1_000_000 + Int64(index) * 10_000) {
        if case .row(let row) = event { found.append(row) }
      }
    }
    let row = try #require(found.dropFirst(2).first { abs($0.max[0] - 0.1) < 1e-6 })
    #expect(abs(row.mean[0] - (0.1 + 0.01 + 0.001 + 0.0001) / 4) < 1e-6)
    #expect(abs(row.min[0] - 0.0001) < 1e-9 && row.isIncomplete)
    #expect(found.dropFirst(2).allSatisfy { abs($0.max[1] - 0.001) < 1e-8 && abs($0.min[1] - 0.0001) < 1e-9 })
    #expect(zip(found, found.dropFirst()).allSatisfy { $1.sequence == $0.sequence + 1 })
  }

  private func samples(_ name: String, _ settings: SampleSettings, _ format: IQFormat) throws -> [String] {
    let piped = try PipedSamples(name: "pipe", format: format, settings: settings)
    var lines = ["== \(name)", EventText.info(piped.info), "patience \(piped.patienceSeconds)"]
    let bytes = RecordingFiles.tone(120_000)
    var place = 0
    // In time, late by less than is noted, too late, and as soon as possible.
    for (milliseconds, count) in [
      (1000, 4000), (1033, 12_000), (1200, 2000), (1500, 9000), (2200, 9000), (2201, 30_000), (3000, 30_000),
    ] as [(Int64, Int)] {
      piped.append(Array(bytes[place..<place + 2 * count]))
      place += 2 * count
      var now = milliseconds * 1000
      lines.append("-- \(now), \(count) samples")
      while let event = piped.next(at: now) {
        lines.append(EventText.line(event))
        now = max(now, piped.dueMicroseconds)
      }
      lines.append("due at \(piped.dueMicroseconds)")
    }
    piped.finish()
    return lines + [piped.summary]
  }

  @Test func samplesAreThoseOfTheGoldenFile() throws {
    var lines = try samples(
      "complex", SampleSettings(rateHertz: 120_000, centerHertz: 1e6, fftCount: 256), .cu8)
    lines += try samples(
      "calibrated and slow", SampleSettings(rateHertz: 30_000, offsetDecibels: -30), .cu8)
    lines += try samples(
      "real", SampleSettings(rateHertz: 96_000, fftCount: 512), IQFormat(.u8, isReal: true))
    #expect(try GoldenText.differences(lines, from: "receivers/piped-samples.txt") == [])
  }
}
