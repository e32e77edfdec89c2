import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries

@testable import WaveDataServer

/// Pictures of ten rows in the table's own order, the fourth of which has no value.
@Suite struct OrderedTablePicturesTests {
  private static let values: [Float] = [5, 1, 9, .nan, 3, 7, 2, 8, 6, 4]
  private static let table = OrderedTable(
    rowCount: 10, axis: TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 10))

  private func series(_ values: [Float] = Self.values) -> Series { Series(values.span) }

  @Test func aLaneHasTheRowsJustOutsideItsWindow() {
    let part = Self.table.lane(of: series(), edges: [2, 4, 7])
    #expect(part.isDrawn && part.buckets.map(\.rowCount) == [2, 3])
    #expect(part.buckets[0].minimum == 9 && part.buckets[0].endsMissing)
    #expect(part.buckets[1].minimum == 2 && part.buckets[1].maximum == 7)
    #expect(part.before.rowCount == 1 && part.before.first == 1 && part.before.lastTick == 1)
    #expect(part.after.rowCount == 1 && part.after.first == 8 && part.after.firstTick == 7)
    let inner = Self.table.lane(of: series(), edges: [1, 9])
    #expect(inner.before.first == 5 && inner.after.first == 4)
    let whole = Self.table.lane(of: series(), edges: [0, 10])
    #expect(whole.before == .empty && whole.after == .empty)
  }

  @Test func rowsOfThreePixelColumnsAreNearATick() {
    func rows(_ tick: Int64, columns: Int) -> [Int] {
      Self.table.points(around: tick, PixelMap(start: 0, end: 10, columns: columns), of: series())
    }
    // Two rows in each column: all that have a value, in the tick's column and the two beside it.
    #expect(rows(4, columns: 5) == [2, 4, 5, 6, 7] && rows(5, columns: 5) == [2, 4, 5, 6, 7])
    #expect(rows(0, columns: 5) == [0, 1, 2] && rows(9, columns: 5) == [6, 7, 8, 9])
    #expect(rows(-1, columns: 5) == [0, 1] && rows(11, columns: 5) == [8, 9])
    #expect(rows(-3, columns: 5).isEmpty && rows(12, columns: 5).isEmpty)
    // Five rows in each: the first, the least, the greatest and the last.
    #expect(rows(0, columns: 2) == [0, 1, 2, 4, 5, 6, 7, 9])
  }

  @Test func pointsAreNotJoinedAcrossMissingValues() {
    func rows(_ values: [Float], edges: [Int] = [0, 5, 10]) -> [LensPoint] {
      OrderedTable.points(.minMax, of: series(values), edges: edges, pixels: 2, threshold: 0)
    }
    var whole = Self.values
    whole[3] = 5
    #expect(rows(whole).map(\.row) == [1, 2, 6, 7])
    // A gap is a point without a value in the row after the last one.
    let parted = rows(Self.values)
    #expect(parted.map(\.row) == [1, 2, 3, 6, 7])
    #expect(parted.filter { !$0.value.isFinite }.map(\.row) == [3])
    // Wherever the missing value is between two points, but not before the first or after the last.
    whole[5] = .nan
    #expect(rows(whole).map(\.row) == [1, 2, 3, 6, 7])
    whole = Self.values
    (whole[0], whole[3], whole[9]) = (.nan, 5, .nan)
    #expect(rows(whole).map(\.row) == [1, 2, 6, 7])
    #expect(rows(Self.values, edges: [20, 25, 30]).isEmpty, "the table has become shorter")
  }
}
