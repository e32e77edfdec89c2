import HostTestSupport
import Synchronization
import Testing
import WaveDataFeed
import WaveSeries

@testable import WaveTables

/// What is asked for before anybody wants it, and what is shown before it is asked for.
@Suite struct TilesAheadTests {
  private let source = ArrayColumns(TiledColumnsTests.rows(21, count: 2000))

  private func middle(_ ticks: Int64) async throws -> Int64 {
    let axis = try await source.axis(of: .rows, keeping: [])
    return TileLattice.floor(axis.from + (axis.until - axis.from) / 2, by: ticks)
  }

  /// Waits until so many pictures were asked for, and all is done that nobody waits for; as many tiles of a
  /// column are there then.
  private func wait(_ count: Int, _ tiles: Int, _ tiled: TiledColumns) async {
    await source.changes.until { source.questions.count >= count }
    await settle(tiled)
    #expect(tiled.state.withLock { $0.memory.byteCount } >= tiles * ColumnTile.byteCount)
  }

  /// Waits until nothing is asked for ahead of time any more.
  private func settle(_ tiled: TiledColumns) async {
    while let task = tiled.state.withLock({ $0.ahead?.task }) { await task.value }
  }

  @Test func whatLiesBesideTheWindowIsThereBeforeItIsSeen() async throws {
    let tiled = try await TiledColumnsTests.open(source, idle: .zero)
    let first = TileLattice.floor(try await middle(64), by: 64) * 64
    let window = TiledColumnsTests.window(ticks: 64, first: first, pixels: 256)
    _ = try await tiled.picture(of: [0, 1], in: window, keeping: [])
    await wait(3, 2 * 12, tiled)
    #expect(source.questions.count == 3)
    // First to the right; then, panning to the left, to the left.
    #expect(
      source.questions[1].window == TiledColumnsTests.window(ticks: 64, first: first + 256, pixels: 256))
    #expect(
      source.questions[2].window == TiledColumnsTests.window(ticks: 64, first: first - 256, pixels: 256))
    let moved = TiledColumnsTests.window(ticks: 64, first: first - 200, pixels: 256)
    let picture = try await tiled.picture(of: [0, 1], in: moved, keeping: [])
    #expect(picture.drawn == source.naive(of: [0, 1], in: moved, keeping: []).drawn)
    await wait(4, 2 * 16, tiled)
    #expect(source.questions.count == 4)
    #expect(source.questions[3].window.until == (first - 256) * 64)
  }

  @Test func whoWaitsIsNotHeldUp() async throws {
    let first = TileLattice.floor(try await middle(64), by: 64) * 64
    let seen = TiledColumnsTests.window(ticks: 64, first: first, pixels: 256)
    source.state.withLock { $0.isHeld = { $0 != seen } }
    let tiled = try await TiledColumnsTests.open(source, idle: .zero)
    _ = try await tiled.picture(of: [0], in: seen, keeping: [])
    await source.untilHeld()
    #expect(source.questions.count == 2 && source.state.withLock { $0.cancelledCount } == 0)
    // A question that is waited for ends what nobody waits for, and afterwards that is begun again.
    #expect(try await tiled.row(nearest: 5, pointOf: nil, in: seen, keeping: [])?.tick == 5)
    await source.changes.until { source.state.withLock { $0.cancelledCount > 0 } }
    await source.changes.until { source.state.withLock { $0.questions.count > 2 && !$0.waiting.isEmpty } }
    #expect(source.questions[2] == source.questions[1])
    // Tiles that are there are shown at once, whatever is on its way.
    let picture = try await tiled.picture(of: [0], in: seen, keeping: [])
    #expect(picture.drawn == source.naive(of: [0], in: seen, keeping: []).drawn)
    #expect(source.state.withLock { $0.cancelledCount } == 1)
    source.state.withLock { $0.isHeld = nil }
    source.release()
    await wait(4, 12, tiled)
  }

  @Test func nothingBeyondTheAxisIsAskedFor() async throws {
    let tiled = try await TiledColumnsTests.open(source, idle: .zero)
    let axis = try await source.axis(of: .rows, keeping: [])
    let ticks = (axis.until - axis.from) / 300
    let whole = TiledColumnsTests.window(
      ticks: ticks, first: TileLattice.floor(axis.from, by: ticks) - 5, pixels: 412)
    let picture = try await tiled.picture(of: [2], in: whole, keeping: [])
    #expect(picture.drawn == source.naive(of: [2], in: whole, keeping: []).drawn)
    #expect(picture.rowCount == 2000)
    let asked = try #require(source.questions.first?.window)
    #expect(asked.from > axis.from - ticks && asked.until < axis.until + ticks)
    await settle(tiled)
    #expect(!tiled.state.withLock { $0.isPlanOpen })
    #expect(source.questions.count == 1)
  }

  @Test func anotherWidthIsShownUntilTheRightOneIsThere() async throws {
    let tiled = try await TiledColumnsTests.open(source, idle: TiledColumnsTests.never)
    let first = try await middle(640)
    let wide = TiledColumnsTests.window(ticks: 640, first: first, pixels: 640)
    #expect(try await tiled.coarsePicture(of: [0], in: wide, keeping: []) == nil)
    #expect(source.state.withLock { $0.coarseCount } == 1)
    _ = try await tiled.picture(of: [0, 1], in: wide, keeping: [])
    // What is there needs no coarse picture.
    #expect(try await tiled.coarsePicture(of: [0], in: wide, keeping: []) == nil)
    let count = source.questions.count
    for (ticks, start, pixels) in [(320, 100, 300), (60, 1000, 640), (640 * 3, 20, 150), (8000, 2, 50)]
      as [(Int64, Int64, Int)]
    {
      let from = TileLattice.floor(wide.from, by: ticks) + start
      let window = TiledColumnsTests.window(ticks: ticks, first: from, pixels: pixels)
      let coarse = try #require(
        try await tiled.coarsePicture(of: [0, 1], in: window, keeping: []), "\(ticks)")
      let naive = source.naive(of: [0, 1], in: window, keeping: [])
      #expect(!coarse.isExact && coarse.lanes.map(\.buckets.count) == [pixels, pixels])
      for (lane, exact) in zip(coarse.lanes, naive.lanes) {
        if ticks % 640 == 0, window.from % ticks == 0 { #expect(lane.buckets == exact.buckets) }
        // Nothing that is there is missed: it is drawn where it stands or one of the wider columns of pixels
        // beside it.
        let reach = Int(max(1, 640 / ticks + 1))
        for (pixel, bucket) in exact.buckets.enumerated() where bucket.count > 0 {
          let near = lane.buckets[max(0, pixel - reach)...min(pixels - 1, pixel + reach)]
          let isEdge = pixel < reach || pixel >= pixels - reach
          #expect(isEdge || near.contains { $0.count > 0 && $0.maximum >= bucket.maximum })
          #expect(isEdge || near.contains { $0.count > 0 && $0.minimum <= bucket.minimum })
        }
      }
      let ratio = Double(coarse.rowCount + 20) / Double(naive.rowCount + 20)
      #expect(ratio > 0.5 && ratio < 2, "\(coarse.rowCount) of \(naive.rowCount)")
    }
    #expect(source.questions.count == count && source.state.withLock { $0.coarseCount } == 1)
    // Too far away, or not all of it there: the engine is asked.
    for window in [
      TiledColumnsTests.window(ticks: 20, first: wide.from / 20 + 1000, pixels: 640),
      TiledColumnsTests.window(ticks: 1280, first: first / 2, pixels: 412),
    ] {
      #expect(try await tiled.coarsePicture(of: [0], in: window, keeping: []) == nil)
    }
    #expect(try await tiled.coarsePicture(of: [2], in: wide, keeping: []) == nil)
    #expect(source.state.withLock { $0.coarseCount } == 4)
  }
}
