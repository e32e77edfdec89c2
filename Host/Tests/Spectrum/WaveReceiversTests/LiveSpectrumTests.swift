import Foundation
import Testing
import WaveSpectra

@testable import WaveReceivers

@Suite struct LiveSpectrumTests {
  private func decibels(_ power: Float) -> Double { 10 * log10(Double(power)) }

  /// What a simulated receiver gives in blocks of 10 ms.
  private func blocks(_ receiver: inout SimulatedReceiver, _ count: Int, from start: Int64) -> [IQBlock] {
    (0..<count).map { index in
      var bytes: [UInt8] = []
      receiver.append(count: Int(receiver.rateHertz / 100), to: &bytes)
      return IQBlock(bytes: bytes, microseconds: start + Int64(index + 1) * 10_000)
    }
  }

  @Test func rowsFollowOneAnotherAndHoldTheUsablePart() throws {
    var receiver = SimulatedReceiver(seed: 3, rateHertz: 1e6, centerHertz: 300.1e6)
    let properties = SampleProperties(format: .cu8, rateHertz: 1e6, centerHertz: 300.1e6, name: "")
    var live = try LiveSpectrum(properties: properties, stepHertz: .infinity, usableShare: 0.8)
    var timeline = RowTimeline()
    var rows: [PowerRow] = []
    for block in blocks(&receiver, 50, from: 0) {
      for made in live.append(block, timeline: &timeline) {
        #expect(made.lost == 0)
        rows.append(made.row)
      }
    }
    #expect(rows.count == 15)
    #expect(rows.map(\.sequence) == Array(1...15))
    let axis = live.axis
    #expect(abs(axis.lowHertz - (300.1e6 - 0.4e6)) < 300 && abs(axis.highHertz - 300.5e6) < 300)
    for (before, after) in zip(rows, rows.dropFirst()) {
      #expect(abs(after.startMicroseconds - before.startMicroseconds - 33_333) <= 2)
    }
    let row = try #require(rows.last)
    let bin = Int(((300e6 - row.axis.firstHertz) / row.axis.stepHertz).rounded())
    let level = row.mean[bin - 1...bin + 1].max() ?? 0
    #expect(abs(decibels(level) - SimulatedTransmitters.carrierDecibels) < 0.9)
    #expect(row.max.count == axis.count && !row.isIncomplete)
  }

  @Test func finerColumnsMakeLongerTransforms() throws {
    let properties = SampleProperties(format: .cu8, rateHertz: 2.4e6, centerHertz: 100e6, name: "")
    let live = try LiveSpectrum(properties: properties, stepHertz: 20, usableShare: 0.8)
    let (count, step) = (live.plan.fftCount, live.axis.stepHertz)
    #expect(count == 131_072 && step < 20)
  }

  @Test func aLossMarksTheRowAndItsNumber() throws {
    var receiver = SimulatedReceiver(seed: 3, rateHertz: 1e6, centerHertz: 300.1e6)
    let properties = SampleProperties(format: .cu8, rateHertz: 1e6, centerHertz: 300.1e6, name: "")
    var live = try LiveSpectrum(properties: properties, stepHertz: .infinity, usableShare: 0.8)
    var timeline = RowTimeline()
    for block in blocks(&receiver, 10, from: 0) { _ = live.append(block, timeline: &timeline) }
    live.discontinue()
    var made: [LiveSpectrum.CompletedRow] = []
    for block in blocks(&receiver, 10, from: 600_000) { made += live.append(block, timeline: &timeline) }
    let first = try #require(made.first)
    #expect(first.row.isIncomplete && first.lost >= 14 && first.row.sequence == 4 + first.lost)
    #expect(made.dropFirst().allSatisfy { $0.lost == 0 && !$0.row.isIncomplete })
  }

  /// Sweeps the simulated air as the source does, hop by hop.
  private func sweep(
    _ sweep: inout SpectrumSweep, _ receiver: inout SimulatedReceiver, from start: inout Int64
  ) throws -> PowerRow {
    var timeline = RowTimeline()
    return try self.sweep(&sweep, &receiver, from: &start, timeline: &timeline)
  }

  private func sweep(
    _ sweep: inout SpectrumSweep, _ receiver: inout SimulatedReceiver, from start: inout Int64,
    timeline: inout RowTimeline
  ) throws -> PowerRow {
    for _ in 0..<100 {
      receiver.tune(rateHertz: sweep.rateHertz, centerHertz: sweep.centerHertz.rounded())
      start += 60_000
      sweep.listen()
      while sweep.isListening {
        for block in blocks(&receiver, 1, from: start) { _ = sweep.append(block) }
        start += 10_000
      }
      if let made = sweep.finish(timeline: &timeline) { return made.row }
    }
    throw NoSweep()
  }

  /// No sweep was planned, or none ends.
  private struct NoSweep: Error {}

  /// The known carriers, wherever they fall among the hops: each once and at its level, floors alike across
  /// seams.
  @Test(arguments: [128.2e6, 128.95e6, 129.6e6])
  func levelsAreRightAcrossTheSeams(_ low: Double) throws {
    var receiver = SimulatedReceiver(seed: 3, rateHertz: 2.4e6, centerHertz: 100e6)
    var sweeper = try plan(lowHertz: low, highHertz: low + 8e6, stepHertz: 2400)
    var start: Int64 = 0
    for turn in 0..<2 {
      let row = try sweep(&sweeper, &receiver, from: &start)
      let gaps = row.mean.count { $0.isNaN }
      let hops = sweeper.hopCount
      #expect(gaps > 0 && gaps <= 9 * hops)
      for carrier in [130e6, 135e6] {
        let bin = Int(((carrier - row.axis.firstHertz) / row.axis.stepHertz).rounded())
        let near = row.mean[max(0, bin - 2)...bin + 2].filter { !$0.isNaN }
        // One that falls on a spike's gap is in the other sweep.
        guard near.count == 5 else { continue }
        #expect(abs(decibels(near.max() ?? 0) - SimulatedTransmitters.carrierDecibels) < 1)
        let beside = (row.mean[bin - 40...bin - 8] + row.mean[bin + 8...bin + 40]).filter { !$0.isNaN }
        #expect(decibels(beside.max() ?? 0) < SimulatedTransmitters.carrierDecibels - 12)
      }
      // Medians of pieces of the floor agree wherever the seams are.
      let floors = stride(from: 0, to: row.mean.count - 256, by: 256).map { start in
        let piece = row.mean[start..<start + 256].filter { !$0.isNaN }.sorted()
        return decibels(piece[piece.count / 2])
      }
      // The first sweep hurries: its floor is rougher.
      #expect((floors.max() ?? 0) - (floors.min() ?? 0) < (turn == 0 ? 2.5 : 1.5))
      #expect(row.durationMicroseconds > 250_000)
    }
  }

  private func plan(lowHertz: Double, highHertz: Double, stepHertz: Double) throws -> SpectrumSweep {
    guard
      let sweep = SpectrumSweep(
        lowHertz: lowHertz, highHertz: highHertz, rateHertz: 2.4e6, stepHertz: stepHertz, usableShare: 0.8)
    else { throw NoSweep() }
    return sweep
  }

  /// The way back to the first hop is part of the next sweep: a waterfall has no dark line there.
  @Test func sweepsFollowEachOtherWithoutAGap() throws {
    var receiver = SimulatedReceiver(seed: 3, rateHertz: 2.4e6, centerHertz: 100e6)
    var sweeper = try plan(lowHertz: 100e6, highHertz: 106e6, stepHertz: 5000)
    var timeline = RowTimeline()
    var start: Int64 = 1_000_000
    var rows: [PowerRow] = []
    for _ in 0..<4 { rows.append(try sweep(&sweeper, &receiver, from: &start, timeline: &timeline)) }
    #expect(rows[0].startMicroseconds >= 1_060_000)
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(next.startMicroseconds == row.startMicroseconds + row.durationMicroseconds)
      #expect(next.durationMicroseconds > 4 * 60_000 && !next.isIncomplete)
    }
    // After a lost connection it begins with what is heard, not with what was.
    sweeper.restart()
    start += 9_000_000
    let later = try sweep(&sweeper, &receiver, from: &start, timeline: &timeline)
    #expect(later.startMicroseconds >= rows[3].startMicroseconds + rows[3].durationMicroseconds + 9_000_000)
  }

  @Test func aLostConnectionStartsTheSweepAnew() throws {
    var receiver = SimulatedReceiver(seed: 3, rateHertz: 2.4e6, centerHertz: 100e6)
    var sweeper = try plan(lowHertz: 100e6, highHertz: 106e6, stepHertz: 5000)
    let (hops, first) = (sweeper.hopCount, sweeper.centerHertz)
    #expect(hops == 4)
    sweeper.listen()
    for block in blocks(&receiver, 5, from: 0) where sweeper.isListening { _ = sweeper.append(block) }
    let (second, next) = (sweeper.hop, sweeper.centerHertz)
    #expect(second == 1 && next > first)
    sweeper.restart()
    let (again, center, isListening) = (sweeper.hop, sweeper.centerHertz, sweeper.isListening)
    #expect(again == 0 && center == first && !isListening)
    var start: Int64 = 5_000_000
    let row = try sweep(&sweeper, &receiver, from: &start)
    #expect(row.startMicroseconds > 5_000_000 && !row.mean.contains(0))
  }
}
