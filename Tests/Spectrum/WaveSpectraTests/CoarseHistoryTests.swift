import Testing
import WaveSpectra

/// What is kept of rows so wide that the bytes run short.
@Suite struct CoarseHistoryTests {
  private static let rate = 2.4e6

  /// A row of numbers without a pattern; drawing them would take long.
  private func wideRow(_ index: Int, bins: Int, enbwHertz: Double = 100) -> PowerRow {
    func plane(_ base: Int) -> [Float] {
      (0..<bins).map { Float(base) + Float(($0 &* 7919 &+ index &* 104_729 &+ base &* 31) & 1023) / 1024 }
    }
    let step = Self.rate / Double(bins & ~1)
    var row = PowerRow(
      sequence: UInt32(index + 1), startMicroseconds: Int64(index) * 250_000, durationMicroseconds: 250_000,
      axis: BinAxis(firstHertz: 100e6 - Double(bins / 2) * step, stepHertz: step, count: bins),
      enbwHertz: enbwHertz, max: plane(2), mean: plane(1), min: plane(0))
    if index % 3 == 0 {
      for bin in 40..<80 { (row.max[bin], row.mean[bin], row.min[bin]) = (.nan, .nan, .nan) }
    }
    return row
  }

  /// Joins bins by the definition: each goes to the coarse bin whose centre is nearest, upwards where it is
  /// half way.
  private func joined(_ row: PowerRow, group: Int) -> (
    axis: BinAxis, max: [Float], mean: [Float], min: [Float]
  ) {
    let count = (row.axis.count - 1) / group + 1
    var members = [[Int]](repeating: [], count: count)
    for bin in 0..<row.axis.count where !row.mean[bin].isNaN {
      let nearest = Int((Double(bin) / Double(group)).rounded(.toNearestOrAwayFromZero))
      members[Swift.min(nearest, count - 1)].append(bin)
    }
    var axis = row.axis
    axis.stepHertz *= Double(group)
    axis.count = count
    return (
      axis, members.map { $0.map { row.max[$0] }.max() ?? .nan },
      members.map { $0.reduce(0) { $0 + row.mean[$1] } / Float($0.count) },
      members.map { $0.map { row.min[$0] }.min() ?? .nan }
    )
  }

  private func isClose(_ a: [Float], _ b: [Float]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-5 || ($0.isNaN && $1.isNaN) }
  }

  @Test(arguments: [16_384, 8_193, 10_000])
  func theOldestBecomeCoarseBeforeAnyGoes(bins: Int) throws {
    let group = bins == 8193 ? 2 : 4
    // Room for the recent rows and all others coarse, not wide.
    var history = SpectrumHistory(recentSeconds: 1, byteLimit: (5 + 20 / group) * (bins * 12 + 200))
    var reference = SpectrumHistory(recentSeconds: 1)
    for index in 0..<40 {
      history.append(wideRow(index, bins: bins))
      reference.append(wideRow(index, bins: bins))
    }
    #expect(history.byteCount <= history.byteLimit)
    #expect(history.oldestMicroseconds == 0)
    #expect(history.count == reference.count)
    var coarse = 0
    let kept = history.rows(from: 0, until: .max / 8)
    for (row, fine) in zip(kept, reference.rows(from: 0, until: .max / 8)) {
      #expect(row.startMicroseconds == fine.startMicroseconds && row.sequence == fine.sequence)
      guard row.axis != fine.axis else { continue }
      coarse += 1
      let truth = joined(fine, group: group)
      #expect(row.axis == truth.axis)
      #expect(isClose(row.max, truth.max) && isClose(row.mean, truth.mean) && isClose(row.min, truth.min))
      // The band's power stays what it was, but for bins without data.
      let (a, b) = (
        bandPower(of: row, lowHertz: 100e6, highHertz: 101e6),
        bandPower(of: fine, lowHertz: 100e6, highHertz: 101e6)
      )
      #expect(abs(a / b - 1) < 2e-3)
    }
    #expect(coarse > 10 && kept.last?.axis.count == bins)
    // None is coarse that is newer than one which is not.
    let firstFine = try #require(kept.firstIndex { $0.axis.count == bins })
    #expect(kept[firstFine...].allSatisfy { $0.axis.count == bins })
  }

  @Test func onlyThenTheOldestGoes() {
    var history = SpectrumHistory(recentSeconds: 1, byteLimit: 1_500_000)
    for index in 0..<200 { history.append(wideRow(index, bins: 16_384)) }
    #expect(history.byteCount <= history.byteLimit)
    let kept = history.rows(from: 0, until: .max / 8)
    #expect(kept.first?.axis.count == 4096 && kept.count > 10 && (history.oldestMicroseconds ?? 0) > 0)
    for (row, next) in zip(kept, kept.dropFirst()) {
      #expect(row.startMicroseconds + row.durationMicroseconds == next.startMicroseconds)
    }
  }

  @Test func aSlotOfCoarseAndFineRowsIsWhole() throws {
    var history = SpectrumHistory(recentSeconds: 1, byteLimit: 10 * (16_384 * 12 + 200))
    for index in 0..<40 { history.append(wideRow(index, bins: 16_384)) }
    let axes = history.rows(from: 0, until: 10_000_000).map(\.axis.count)
    #expect(Set(axes) == [4096, 16_384])
    let slot = try #require(history.slot(index: 0, slotMicroseconds: 10_000_000))
    #expect(slot.axis.count == 4096 && !slot.isIncomplete)
    #expect(slot.durationMicroseconds == 10_000_000)
    #expect(slot.max.allSatisfy { $0 > 2.9 })
  }

  @Test func otherBandwidthsAreNotMixed() throws {
    // 4,096 bins, then 16,384: the coarse axis is the same, the noise in a bin is not.
    var history = SpectrumHistory()
    history.append(wideRow(0, bins: 4096, enbwHertz: 1200))
    history.append(wideRow(1, bins: 16_384, enbwHertz: 300))
    let slot = try #require(history.slot(index: 0, slotMicroseconds: 500_000))
    #expect(slot.axis.count == 16_384 && slot.isIncomplete)
  }
}
