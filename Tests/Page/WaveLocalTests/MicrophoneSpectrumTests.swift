import Foundation
import Testing
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveLocal

@Suite struct MicrophoneSpectrumTests {
  private static let rate = 48_000.0

  private static func tone(_ hertz: Double, amplitude: Double, from frame: Int, count: Int) -> [Float] {
    (frame..<frame + count).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / rate)) }
  }

  /// Plays blocks of 1024 samples as they come in real time, some left out; gives the rows.
  private static func play(
    _ microphone: inout MicrophoneSpectrum, blocks: Range<Int>, without lost: Range<Int> = 0..<0,
    hertz: Double = 1000, amplitude: Double = 0.5
  ) -> [PowerRow] {
    var rows: [PowerRow] = []
    for block in blocks where !lost.contains(block) {
      let samples = tone(hertz, amplitude: amplitude, from: block * 1024, count: 1024)
      let now = 5_000_000 + Int64(Double((block + 1) * 1024) / rate * 1e6)
      rows += microphone.receive(samples.span, frame: Int64(block * 1024), at: now)
    }
    return rows
  }

  private static func decibels(_ power: Float) -> Double { 10 * log10(Double(power)) }

  @Test(arguments: [(1000.0, 0.5), (750, 1), (15_000, 0.01)])
  func aToneStandsAtItsFrequencyAndLevel(_ hertz: Double, _ amplitude: Double) throws {
    var microphone = try MicrophoneSpectrum(rateHertz: Self.rate)
    let rows = Self.play(&microphone, blocks: 0..<60, hertz: hertz, amplitude: amplitude)
    let row = try #require(rows.last)
    let peak = row.mean.indices.max { row.mean[$0] < row.mean[$1] } ?? 0
    #expect(abs(row.axis.firstHertz + Double(peak) * row.axis.stepHertz - hertz) <= row.axis.stepHertz / 2)
    // Between two bins a Blackman-Harris window shows 0.83 dB less.
    let level = 20 * log10(amplitude)
    #expect(Self.decibels(row.mean[peak]) < level + 0.02 && Self.decibels(row.mean[peak]) > level - 0.85)
    #expect(row.isClipped == (amplitude >= 1))
  }

  @Test func rowsFollowEachOtherThirtyTimesASecond() throws {
    var microphone = try MicrophoneSpectrum(rateHertz: Self.rate)
    let rows = Self.play(&microphone, blocks: 0..<100)
    #expect(rows.count >= 60 && rows.count <= 64)
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(next.sequence == row.sequence + 1 && !next.isIncomplete)
      #expect(abs(next.startMicroseconds - row.startMicroseconds - row.durationMicroseconds) <= 2)
    }
  }

  @Test func lostBlocksAreCountedAndLeaveAGap() throws {
    var microphone = try MicrophoneSpectrum(rateHertz: Self.rate)
    let rows = Self.play(&microphone, blocks: 0..<100, without: 50..<60)
    #expect(microphone.lostCount == 10 * 1024)
    let jumps = zip(rows, rows.dropFirst()).filter { $1.sequence != $0.sequence + 1 }
    #expect(jumps.count == 1)
    let (before, after) = try #require(jumps.first)
    #expect(after.isIncomplete)
    let gap = after.startMicroseconds - before.startMicroseconds - before.durationMicroseconds
    #expect(gap > 180_000 && gap < 320_000)
    #expect(Int64(after.sequence - before.sequence - 1) == (gap + 16_666) / 33_333)
  }

  /// A worker that does nothing for four seconds: 48 blocks wait, the others are lost, and the gap is where
  /// they were.
  @Test func aStalledWorkerLeavesItsGapWhereItWas() throws {
    for stalledAt in stride(from: 100, to: 150, by: 9) {
      var microphone = try MicrophoneSpectrum(rateHertz: Self.rate)
      var rows: [PowerRow] = []
      func made(_ block: Int) -> Int64 { 5_000_000 + Int64(Double((block + 1) * 1024) / Self.rate * 1e6) }
      let awake = made(stalledAt) + 4_000_000
      var free = 48
      for block in 0..<500 {
        let isStalled = block > stalledAt && made(block) < awake
        if isStalled {
          guard free > 0 else { continue }
          free -= 1
        }
        let samples = Self.tone(1000, amplitude: 0.5, from: block * 1024, count: 1024)
        rows += microphone.receive(
          samples.span, frame: Int64(block * 1024), at: isStalled ? awake : made(block))
      }
      let jumps = zip(rows, rows.dropFirst()).filter { $1.sequence != $0.sequence + 1 }
      // The first transform after the gap takes the time of two rows or three.
      #expect(jumps.count <= 2 && jumps.last.map { $1.startMicroseconds < awake + 200_000 } ?? false)
      let (before, after) = try #require(jumps.first)
      let gap = after.startMicroseconds - before.startMicroseconds - before.durationMicroseconds
      #expect(abs(gap - 2_976_000) < 70_000, "\(stalledAt): \(gap)")
      #expect(abs(before.startMicroseconds - made(stalledAt + 48)) < 70_000)
    }
  }

  @Test func openedAnewItGoesOnAfterAPause() throws {
    var first = try MicrophoneSpectrum(rateHertz: Self.rate)
    let before = Self.play(&first, blocks: 0..<20)
    var second = try MicrophoneSpectrum(rateHertz: 44_100)
    second.follow(first.timeline)
    var rows: [PowerRow] = []
    for block in 0..<20 {
      let samples = [Float](repeating: 0.1, count: 1024)
      let now = 65_000_000 + Int64(Double((block + 1) * 1024) / 44_100 * 1e6)
      rows += second.receive(samples.span, frame: Int64(block * 1024), at: now)
    }
    let last = try #require(before.last)
    let next = try #require(rows.first)
    #expect(
      next.sequence == last.sequence + 1 && next.startMicroseconds > last.startMicroseconds + 55_000_000)
  }

  @Test func finerColumnsMakeLongerTransforms() throws {
    var microphone = try MicrophoneSpectrum(rateHertz: Self.rate)
    let wide = microphone.resolve(stepHertz: 20)
    let fine = microphone.resolve(stepHertz: 1)
    #expect(!wide && fine && microphone.info.rbwHertz < 2)
    #expect(microphone.info.detailString == "48 kHz, FFT of 65536, Blackman-Harris")
    let rows = Self.play(&microphone, blocks: 0..<200)
    #expect(rows.last?.axis.count == 32_769)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e9, 2999]) func refusesRatesThatNoMicrophoneHas(_ rate: Double) {
    #expect(throws: LocalError.self) { _ = try MicrophoneSpectrum(rateHertz: rate) }
  }

  @Test func livesThroughWildSamplesAndTimes() throws {
    var microphone = try MicrophoneSpectrum(rateHertz: Self.rate)
    var frames: [Int64] = [0, -5, .max, .min, 1 << 40, 3, 3, 3]
    frames += (0..<200).map { Int64($0) * 1024 }
    var now: Int64 = 0
    for frame in frames {
      let samples = (0..<1024).map {
        Float(bitPattern: UInt32(truncatingIfNeeded: $0 &* 2_654_435_761 &+ Int(now)))
      }
      now += 21_333
      for row in microphone.receive(samples.span, frame: frame, at: now) {
        #expect(row.max.allSatisfy { $0.isFinite })
      }
    }
  }
}
