import Foundation
import TestSupport
import Testing
import WaveSpectra
import WaveWire

@testable import WaveReceivers

/// Which samples and times the rows of live samples have.
@Suite struct LiveTimesTests {
  private let rate = 240_000.0

  private func properties(_ format: IQFormat = .cu8) -> SampleProperties {
    SampleProperties(format: format, rateHertz: rate, centerHertz: 1e6, name: "")
  }

  private func rows(_ blockSamples: [Int], format: IQFormat = .cu8) throws -> [LiveSpectrum.CompletedRow] {
    var live = try LiveSpectrum(properties: properties(format), stepHertz: .infinity, usableShare: 0.8)
    var timeline = RowTimeline()
    var made: [LiveSpectrum.CompletedRow] = []
    var count = 0
    for samples in blockSamples {
      count += samples
      let bytes = [UInt8](repeating: 100, count: samples * format.bytesPerSample)
      let end = 1_000_000 + Int64((Double(count) / rate * 1e6).rounded())
      made += live.append(IQBlock(bytes: bytes, microseconds: end), timeline: &timeline)
    }
    return made
  }

  @Test func aRowEndsWithItsLastSampleHoweverSamplesArrive() throws {
    // Thirty rows a second of 8000 samples each; the first is complete after 8000.
    for blocks in [
      [80_000], [1, 7999, 72_000], [30_000, 50_000], [Int](repeating: 1000, count: 80), [8001, 7999, 64_000],
    ] {
      for format in [IQFormat.cu8, .cs16le] {
        let made = try rows(blocks, format: format)
        #expect(made.map(\.row.sequence) == Array(1...10), "\(blocks)")
        #expect(made.allSatisfy { $0.lost == 0 && !$0.row.isIncomplete })
        for (index, row) in made.map(\.row).enumerated() {
          let exact = 1_000_000 + Double(index) * 1e6 / 30
          #expect(abs(Double(row.startMicroseconds) - exact) <= 12 && row.durationMicroseconds == 33_333)
        }
      }
    }
    #expect(try rows([7998]).isEmpty)
    #expect(try rows([8000]).count == 1)
  }

  @Test func theUsableShareIsKeptAroundTheMiddle() throws {
    for (share, count) in [(0.8, 3276), (1.0, 4096), (2.0, 4096), (0.5, 2048), (0.0, 2)] {
      let live = try LiveSpectrum(properties: properties(), stepHertz: .infinity, usableShare: share)
      let axis = live.axis
      #expect(axis.count == count, "\(share)")
      #expect(abs(axis.firstHertz - (1e6 - Double(count / 2) * rate / 4096)) < 1e-6)
      #expect(abs(axis.stepHertz - rate / 4096) < 1e-9)
    }
  }

  @Test func aLossOfRowsIsCountedOnce() throws {
    var live = try LiveSpectrum(properties: properties(), stepHertz: .infinity, usableShare: 0.8)
    var timeline = RowTimeline()
    var made: [LiveSpectrum.CompletedRow] = []
    for end: Int64 in [1_000_000, 1_033_333, 1_166_667, 1_200_000] {
      let block = IQBlock(bytes: [UInt8](repeating: 100, count: 16_000), microseconds: end)
      made += live.append(block, timeline: &timeline)
    }
    #expect(made.map(\.lost) == [0, 0, 3, 0] && made.map(\.row.sequence) == [1, 2, 6, 7])
    #expect(made.map(\.row.isIncomplete) == [false, false, true, false])
  }

  /// A sweep of two hops at 1 MS/s; bytes of the receiver are those of the hop's number.
  private func sweep() throws -> SpectrumSweep? {
    SpectrumSweep(lowHertz: 100e6, highHertz: 101.4e6, rateHertz: 1e6, stepHertz: .infinity, usableShare: 0.8)
  }

  private func block(_ count: Int, end: Int64, value: UInt8 = 100) -> IQBlock {
    IQBlock(bytes: [UInt8](repeating: value, count: 2 * count), microseconds: end)
  }

  @Test func aHopTakesItsDwellAndOnlySamplesThatItListensTo() throws {
    guard var sweep = try sweep() else {
      Issue.record("no sweep")
      return
    }
    var timeline = RowTimeline()
    let (hops, count) = (sweep.hopCount, sweep.fftCount)
    #expect(hops == 2 && count == 4096)
    var rows: [PowerRow] = []
    var centers: [Double] = []
    var now: Int64 = 10_000_000
    // The first sweep takes two transforms a hop, the others 16 ms: 16,000 samples.
    for (turn, wanted) in [8192, 16_000, 16_000].enumerated() {
      for hop in 0..<2 {
        let before = sweep.append(block(1000, end: now))
        #expect(!before, "it listened while it was tuned")
        centers.append(sweep.centerHertz)
        sweep.listen()
        let isEarly = sweep.append(block(wanted - 1, end: now + 20_000))
        let isDone = sweep.append(block(501, end: now + 40_000))
        let (isListening, next) = (sweep.isListening, sweep.hop)
        #expect(!isEarly && isDone && !isListening && next == hop + 1, "\(turn)")
        let made = sweep.finish(timeline: &timeline)
        #expect((made != nil) == (hop == 1))
        if let made {
          #expect(made.lost == 0)
          rows.append(made.row)
        }
        now += 100_000
      }
    }
    #expect(rows.map(\.sequence) == [1, 2, 3])
    // Sample 1 of 501 was the last of the hop, 500 microseconds before the block's end.
    let ends: [Int64] = [10_139_500, 10_339_500, 10_539_500]
    #expect(rows.map { $0.startMicroseconds + $0.durationMicroseconds } == ends)
    // The first begins with its first sample, which is 8191 before the end of its block.
    #expect(rows.map(\.startMicroseconds) == [10_011_809, 10_139_500, 10_339_500])
    #expect(centers[0] == centers[4] && centers[1] == centers[5] && centers[0] < centers[1])
    // Every other sweep is shifted by 16 bins.
    #expect(abs(abs(centers[2] - centers[0]) - 16 * 1e6 / 4096) < 1)
    #expect(rows.allSatisfy { !$0.isIncomplete && !$0.isClipped })
  }

  @Test func aLossMarksTheSweepAndAClippedHopToo() throws {
    guard var sweep = try sweep() else {
      Issue.record("no sweep")
      return
    }
    var timeline = RowTimeline()
    var flags: [[Bool]] = []
    for (isLost, value) in [(true, 100), (false, 255), (false, 100)] as [(Bool, UInt8)] {
      for hop in 0..<2 {
        sweep.listen()
        if isLost, hop == 0 { sweep.discontinue() }
        _ = sweep.append(block(20_000, end: 1_000_000, value: hop == 0 ? value : 100))
        if let row = sweep.finish(timeline: &timeline)?.row {
          flags.append([row.isIncomplete, row.isClipped])
        }
      }
    }
    #expect(flags == [[true, false], [false, true], [false, false]])
  }

  @Test func bandsThatCannotBeSweptAreRefused() {
    for (low, high) in [(100e6, 100e6), (100e6, 99e6), (.nan, 1e6), (0, .infinity)] {
      let sweep = SpectrumSweep(
        lowHertz: low, highHertz: high, rateHertz: 1e6, stepHertz: 100, usableShare: 0.8)
      let isRefused = if case nil = sweep { true } else { false }
      #expect(isRefused, "\(low) to \(high)")
    }
  }

  @Test func wideBandsHaveCoarserBins() throws {
    for (width, step, count) in [
      (8e6, 5000.0, 4096), (8e6, 300, 8192), (8e6, 1, 16_384), (20e6, 1, 16_384), (1000e6, 1e6, 1024),
      (1700e6, 1, 512),
    ] {
      guard
        let sweep = SpectrumSweep(
          lowHertz: 24e6, highHertz: 24e6 + width, rateHertz: 2.4e6, stepHertz: step, usableShare: 0.8)
      else {
        Issue.record("no sweep of \(width)")
        continue
      }
      let (found, axis) = (sweep.fftCount, sweep.axis)
      #expect(found == count, "\(width) by \(step)")
      #expect(abs(axis.lowHertz - 24e6) < 1e4 && abs(axis.highHertz - 24e6 - width) < 1e4)
    }
  }
}
