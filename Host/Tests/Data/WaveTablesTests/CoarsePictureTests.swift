import Synchronization
import TestSupport
import Testing
import WaveDataFeed
import WaveSeries

@testable import WaveTables

/// A picture that is joined from tiles of another width, column by column of pixels.
@Suite struct CoarsePictureTests {
  private let source = ArrayColumns(TiledColumnsTests.rows(41, count: 900))

  /// The tiles of a window that was seen.
  private func seen(_ ticks: Int64, pixels: Int) async throws -> (TiledColumns, ColumnWindow) {
    let tiled = try await TiledColumnsTests.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    let window = TiledColumnsTests.window(
      ticks: ticks, first: TileLattice.floor(axis.from, by: ticks) - 2, pixels: pixels)
    _ = try await tiled.picture(of: [0, 1], in: window, keeping: [])
    return (tiled, window)
  }

  /// Wider columns of pixels are repeated, and narrower ones joined, each where it begins.
  private func naive(
    _ column: Int, _ window: ColumnWindow, _ ticks: Int64
  ) -> (buckets: [ColumnBucket], rows: Double) {
    let first = TileLattice.floor(window.from, by: ticks)
    let end = TileLattice.floor(window.until - 1, by: ticks) + 1
    let exact = ColumnWindow(order: .rows, from: first * ticks, until: end * ticks, pixels: Int(end - first))
    let narrow = source.naive(of: [column], in: exact, keeping: []).lanes[0].buckets
    var rows = 0.0
    let buckets = (0..<window.pixels).map { pixel in
      let (start, next) = (window.map.start(ofColumn: pixel), window.map.start(ofColumn: pixel + 1))
      var joined = ColumnBucket.empty
      var isAny = false
      for (place, bucket) in narrow.enumerated()
      where (start..<next).contains((first + Int64(place)) * ticks) {
        joined.join(bucket)
        isAny = true
      }
      if !isAny { joined = narrow[Int(TileLattice.floor(start, by: ticks) - first)] }
      rows += Double(joined.rowCount) * min(1, Double(next - start) / Double(ticks))
      return joined
    }
    return (buckets, rows)
  }

  @Test func aJoinedPictureHasTheColumnsOfTheTiles() async throws {
    let (tiled, whole) = try await seen(64, pixels: 3000)
    var random = SeededGenerator(seed: 3)
    var count = 0
    for ticks in [5, 16, 63, 65, 128, 200, 640] as [Int64] {
      for _ in 0..<4 {
        let pixels = Int.random(in: 20...min(300, Int(120_000 / ticks)), using: &random)
        let width = Int64(pixels) * ticks + 3
        let from = Int64.random(in: whole.from..<(whole.until - width), using: &random)
        let window = ColumnWindow(order: .rows, from: from, until: from + width, pixels: pixels)
        let found = try await tiled.coarsePicture(of: [0, 1], in: window, keeping: [])
        guard let coarse = found else { continue }
        count += 1
        for column in 0..<2 {
          let (buckets, rows) = naive(column, window, 64)
          #expect(coarse.lanes[column].buckets == buckets, "\(ticks) \(from)")
          if column == 0 { #expect(coarse.rowCount == UInt64(rows) && coarse.seenCount == coarse.rowCount) }
        }
        // Lines to the edges come from the nearest rows outside the columns that are shown.
        let first = TileLattice.floor(window.from, by: 64)
        let end = TileLattice.floor(window.until - 1, by: 64) + 1
        let shown = TiledColumnsTests.window(ticks: 64, first: first, pixels: Int(end - first))
        let exact = source.naive(of: [0], in: shown, keeping: []).drawn[0]
        let lane = coarse.drawn[0]
        #expect(lane.before == exact.before && lane.after == exact.after, "\(ticks) \(from)")
      }
    }
    #expect(count > 20)
  }

  @Test func theNearestWidthIsTaken() async throws {
    let tiled = try await TiledColumnsTests.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    for ticks in [40, 100, 400, 1000] as [Int64] {
      let first = TileLattice.floor(axis.from, by: ticks)
      let pixels = Int(max(64, (axis.until - axis.from) / ticks + 2))
      _ = try await tiled.picture(
        of: [0], in: TiledColumnsTests.window(ticks: ticks, first: first, pixels: pixels), keeping: [])
    }
    for (ticks, nearest) in [
      (3, 40), (30, 40), (39, 40), (62, 40), (64, 100), (190, 100), (199, 100), (201, 400), (630, 400),
      (634, 1000), (15_999, 1000),
    ] as [(Int64, Int64)] {
      let pixels = min(120, Int((axis.until - axis.from) / ticks / 3))
      guard pixels > 0 else { continue }
      let from = axis.from + 7
      let window = ColumnWindow(order: .rows, from: from, until: from + Int64(pixels) * ticks, pixels: pixels)
      let coarse = try #require(try await tiled.coarsePicture(of: [0], in: window, keeping: []), "\(ticks)")
      #expect(coarse.lanes[0].buckets == naive(0, window, nearest).buckets, "\(ticks)")
    }
    // Sixteen times as wide or narrow, and no more.
    for (ticks, isThere) in [(2, false), (3, true)] as [(Int64, Bool)] {
      let window = ColumnWindow(order: .rows, from: axis.from, until: axis.from + 100 * ticks, pixels: 100)
      let coarse = try await tiled.coarsePicture(of: [0], in: window, keeping: [])
      #expect((coarse != nil) == isThere)
    }
    // Not a window, or no column.
    let window = ColumnWindow(order: .rows, from: axis.from, until: axis.from, pixels: 100)
    let count = source.state.withLock { $0.coarseCount }
    #expect(try await tiled.coarsePicture(of: [0], in: window, keeping: []) == nil)
    let some = ColumnWindow(order: .rows, from: axis.from, until: axis.from + 5003, pixels: 50)
    #expect(try await tiled.coarsePicture(of: [], in: some, keeping: []) == nil)
    #expect(try await tiled.coarsePicture(of: [0, 2], in: some, keeping: []) == nil)
    #expect(source.state.withLock { $0.coarseCount } == count + 3)
  }

  @Test func axesAreAskedForOnceAndForgottenWithTheTable() async throws {
    let tiled = try await TiledColumnsTests.open(source)
    let real = try await source.axis(of: .rows, keeping: [])
    func axis(_ low: Double) async throws -> ColumnAxis {
      try await tiled.axis(of: .rows, keeping: [.values(column: 0, low: low, high: 9)])
    }
    #expect(try await axis(0) == real)
    source.state.withLock { $0.rows.removeLast(500) }
    #expect(try await axis(0) == real)
    // Of 64 axes at most, after which all are asked for again.
    for low in 1..<64 { #expect(try await axis(Double(low)).until < real.until) }
    #expect(try await axis(0) == real)
    #expect(try await axis(64).until < real.until)
    #expect(try await axis(0).until < real.until)
    #expect(tiled.state.withLock { $0.axes.count } == 2)
    source.state.withLock { $0.revision?.rowCount += 1 }
    _ = try await tiled.revision()
    #expect(tiled.state.withLock { $0.axes.isEmpty && $0.generation == 1 && $0.awaitedCount == 0 })
    _ = try await tiled.revision()
    #expect(tiled.state.withLock { $0.generation } == 1)
  }
}
