import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct TouchTests {
  @Test func aDragAlongReadsAndOneUprightScrolls() throws {
    var bench = Bench()
    bench.model.moveLanes(.height(600))
    bench.drag(from: (600, 1400), to: (600, 1000))
    let y = bench.model.scroll.y
    #expect(y > 300 && y <= 400 && bench.model.selection.isEmpty)
    bench.drag(from: (600, 1400), to: (900, 1400))
    let cursor = try #require(bench.model.selection.cursor)
    #expect((cursor.tick - 100_000 * 900 / 1170).magnitude < 1 && bench.model.scroll.y == y)
    #expect(cursor.column == bench.model.lane(y: 1400)?.column)
  }

  @Test func aDragOnTheOverviewMovesTheWindow() {
    var bench = Bench()
    bench.model.moveAxis(.place(start: 20_000, width: 10_000))
    let y = bench.model.screen.overviewRect.y + 10
    bench.drag(from: (300, y), to: (417, y))
    // A tenth of the strip is a tenth of the table, less what a finger moves before it drags.
    #expect(bench.model.window.start > 28_000 && bench.model.window.start <= 30_000)
    #expect(bench.model.window.width == 10_000 && bench.model.selection.isEmpty)
    // A tap centers the window.
    bench.tap(585, y)
    #expect(bench.model.window == TickWindow(start: 45_000, width: 10_000))
  }

  @Test func aDoubleTapShowsAllOfTheTableAndOfTheColumn() {
    var bench = Bench()
    let lane = bench.model.visibleLanes()[1]
    bench.model.moveAxis(.place(start: 20_000, width: 10_000))
    bench.model.see(lane.column, .zoom(by: 2, at: 0.5))
    bench.model.select(.read(tick: 5, column: lane.column))
    for _ in 0..<2 {
      bench.touch(.began, 600, lane.y + 100)
      bench.now += 50_000
      bench.touch(.ended, 600, lane.y + 100)
      bench.now += 50_000
    }
    #expect(bench.model.isWhole && bench.model.columns[lane.column].range == nil)
    #expect(bench.model.selection.isEmpty)
  }
}
