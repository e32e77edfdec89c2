import TestSupport
import Testing
import WaveSpectra

@Suite struct SpectrumHistoryTests {
  @Test func keepsRowsAsTheyWereAcquired() {
    var history = SpectrumHistory()
    let rows = steadyRows(count: 40)
    for row in rows {
      let taken = history.append(row)
      #expect(taken)
    }
    #expect(history.count == 40)
    #expect(history.newest == rows[39])
    #expect(history.oldestMicroseconds == 0)
    #expect(history.row(sequence: 17) == rows[16])
    #expect(history.row(sequence: 41) == nil)
    #expect(history.rows(from: 0, until: 5_000_000) == rows)
    #expect(history.rows(from: 100_000, until: 200_000) == Array(rows[3...5]))
  }

  @Test func refusesRowsThatAreNotRows() {
    var history = SpectrumHistory()
    var short = row(1, at: 0)
    short.mean.removeLast()
    var empty = row(1, at: 0)
    empty.durationMicroseconds = 0
    var far = row(1, at: 0)
    far.startMicroseconds = .max
    let taken = [short, empty, far, row(1, at: 1000), row(2, at: 999), row(2, at: 1000)].map {
      history.append($0)
    }
    #expect(taken == [false, false, false, true, false, false])
    #expect(history.count == 1)
  }

  @Test func cutsARowShortWhereTheNextOneStarts() {
    var history = SpectrumHistory()
    history.append(row(1, at: 0, lasting: 10_000_000))
    history.append(row(2, at: 2_000_000, lasting: 500_000))
    #expect(history.row(sequence: 1)?.durationMicroseconds == 2_000_000)
    #expect(history.newest?.durationMicroseconds == 500_000)
  }

  @Test func mergesWhatIsOlderThanTheRecentSeconds() throws {
    var history = SpectrumHistory(recentSeconds: 2)
    let rows = steadyRows(count: 300)
    for row in rows { history.append(row) }
    // 10 s in all: 2 s of single rows, the rest two rows a second.
    #expect(history.rows(from: 8_000_000, until: 10_000_000).count == 60)
    #expect(history.rows(from: 0, until: 8_000_000).count == 16)
    let merged = try #require(history.rows(from: 1_000_000, until: 1_500_000).first)
    #expect(merged.startMicroseconds == 1_000_000)
    #expect(merged.durationMicroseconds == 500_000)
    let parts = rows.filter { centre($0) >= 1_000_000 && centre($0) < 1_500_000 }
    #expect(isClose(merged, naiveMerge(parts, start: 1_000_000, length: 500_000)))
    #expect(history.row(sequence: parts[2].sequence) == merged)
  }

  @Test func slotsEqualThoseOfEveryRowEverAppended() throws {
    for seed in UInt64(1)...6 {
      var generator = SeededGenerator(seed: seed)
      var history = SpectrumHistory(recentSeconds: 3)
      let rows = unsteadyRows(until: 12_000_000, using: &generator)
      for row in rows { history.append(row) }
      for length in [500_000, 1_000_000, 1_500_000] as [Int64] {
        for index in -1...(12_500_000 / length) {
          let expected = naiveSlot(rows, index: index, length: length)
          let found = history.slot(index: index, slotMicroseconds: length)
          #expect(isClose(found, expected, meanFromBin: 1), "seed \(seed), slot \(index) of \(length)")
        }
      }
      // Slots shorter than the merged rows are exact as long as every row is kept.
      for index in 95..<120 as Range<Int64> {
        let expected = naiveSlot(rows, index: index, length: 100_000)
        let found = history.slot(index: index, slotMicroseconds: 100_000)
        #expect(isClose(found, expected), "seed \(seed), slot \(index) of 0.1 s")
      }
    }
  }

  @Test func longRowsAreReturnedAsTheyAre() {
    var history = SpectrumHistory(recentSeconds: 20)
    let rows = (0..<12).map { row(UInt32($0), at: Int64($0) * 10_000_000, lasting: 10_000_000) }
    for row in rows { history.append(row) }
    for (number, row) in rows.enumerated() {
      let slot = Int64(number) * 20 + 10
      #expect(history.slot(index: slot, slotMicroseconds: 500_000) == row)
      #expect(history.slot(index: slot - 1, slotMicroseconds: 500_000) == nil)
    }
    let before = history.newestSlot(atMost: 49, slotMicroseconds: 500_000)
    #expect(before?.index == 30)
    #expect(before?.row == rows[1])
  }

  @Test func aGapStaysAGap() throws {
    var history = SpectrumHistory()
    for row in steadyRows(count: 30) { history.append(row) }
    for var row in steadyRows(count: 30) {
      row.sequence += 90
      row.startMicroseconds += 3_000_000
      history.append(row)
    }
    #expect(history.slot(index: 3, slotMicroseconds: 500_000) == nil)
    #expect(history.newestSlot(atMost: 5, slotMicroseconds: 500_000)?.index == 1)
    #expect(history.slot(index: 0, slotMicroseconds: 500_000)?.isIncomplete == false)
    #expect(history.slot(index: 0, slotMicroseconds: 10_000_000)?.isIncomplete == true)
    #expect(history.row(sequence: 60) == nil)
  }

  @Test func aRetuneWithinASlotShowsTheNewestAxis() throws {
    var history = SpectrumHistory()
    history.append(row(1, at: 0, lasting: 100_000))
    var moved = row(2, at: 100_000, lasting: 100_000)
    moved.axis.firstHertz += 1000
    history.append(moved)
    let slot = try #require(history.slot(index: 0, slotMicroseconds: 500_000))
    #expect(slot.axis == moved.axis)
    #expect(slot.max == moved.max)
    #expect(slot.isIncomplete)
  }

  @Test func staysWithinItsBytes() {
    let limit = 100_000
    var history = SpectrumHistory(recentSeconds: 2, byteLimit: limit)
    var generator = SeededGenerator(seed: 9)
    for number in 0..<3000 as Range<Int64> {
      let bins = Int.random(in: 1...300, using: &generator)
      history.append(row(UInt32(number), at: number * 33_333, bins: bins))
      #expect(history.byteCount <= limit)
      #expect(history.byteCount > 0)
    }
    #expect(history.newest?.sequence == 2999)
    history.append(row(5000, at: 3000 * 33_333, bins: 20_000))
    #expect(history.count == 1)
    #expect(history.newest?.axis.count == 20_000)
  }

  @Test func largeRowsAreMergedEarlierRatherThanForgotten() throws {
    // Room for 60 rows: two seconds as they are, or thirty half seconds and as many rows.
    var history = SpectrumHistory(recentSeconds: 10, byteLimit: 60 * 13_000)
    for number in 0..<900 as Range<Int64> {
      history.append(row(UInt32(number), at: number * 33_333, bins: 1050))
    }
    let newest = try #require(history.newest)
    let oldest = try #require(history.oldestMicroseconds)
    #expect(newest.startMicroseconds - oldest > 12_000_000)
    #expect(history.row(sequence: 885)?.durationMicroseconds == 33_333)
    #expect(history.slot(index: 40, slotMicroseconds: 500_000)?.durationMicroseconds == 500_000)
  }

  @Test func forgetsWhatIsOlderThanItKeeps() throws {
    var history = SpectrumHistory(recentSeconds: 1, keptSeconds: 5)
    for number in 0..<600 as Range<Int64> {
      history.append(row(UInt32(number), at: number * 33_333, bins: 1))
    }
    let newest = try #require(history.newest)
    let oldest = try #require(history.oldestMicroseconds)
    let kept = newest.startMicroseconds + newest.durationMicroseconds - oldest
    #expect(kept > 4_500_000)
    #expect(kept <= 5_250_000)
  }
}

@Suite struct LatticeTests {
  @Test func roundsTowardsThePast() {
    #expect(Lattice.index(of: 0, slotMicroseconds: 500) == 0)
    #expect(Lattice.index(of: 499, slotMicroseconds: 500) == 0)
    #expect(Lattice.index(of: 500, slotMicroseconds: 500) == 1)
    #expect(Lattice.index(of: -1, slotMicroseconds: 500) == -1)
    #expect(Lattice.index(of: -500, slotMicroseconds: 500) == -1)
    #expect(Lattice.index(of: -501, slotMicroseconds: 500) == -2)
    #expect(Lattice.index(of: .min, slotMicroseconds: 0) == .min)
  }
}
