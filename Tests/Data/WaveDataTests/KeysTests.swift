import Testing
import WaveDataWire
@testable import WaveInteraction

@testable import WaveData

@Suite struct KeysTests {
  /// A bench that shows ticks from 1,000 to 1,100, whose line is at one of them.
  private static func bench(line tick: Double) -> Bench {
    var bench = Bench()
    bench.model.moveAxis(.place(start: 1000, width: 100))
    bench.model.select(.read(tick: tick, column: nil))
    return bench
  }

  @Test(arguments: [
    // Beyond an edge the row is in the middle.
    (1000.0, Key.left, 999.0, 949.0), (1001, .left, 1000, 1000), (1050, .left, 1049, 1000),
    (1050, .right, 1051, 1000), (1099, .right, 1100, 1000), (1100, .right, 1101, 1051),
  ])
  func aStepBeyondAnEdgeMovesTheWindow(_ tick: Double, _ key: Key, _ next: Double, _ start: Double) {
    var bench = Self.bench(line: tick)
    bench.send(.key(key, isShifted: false))
    #expect(bench.model.selection.cursor?.tick == next)
    #expect(bench.model.window == TickWindow(start: start, width: 100))
  }

  @Test func aStepIsAPixelWhereThatHasManyRows() {
    var bench = Bench()
    bench.model.moveAxis(.place(start: 0, width: 11_700))
    bench.model.select(.read(tick: 500, column: nil))
    bench.send(.key(.right, isShifted: false))
    #expect(bench.model.selection.cursor?.tick == 510)
    // Without a line it begins in the middle.
    bench.model.select(.clear(.all))
    bench.send(.key(.left, isShifted: false))
    #expect(bench.model.selection.cursor?.tick == 5840)
  }

  @Test func theFirstAndTheLastRowAreTheEnds() {
    var bench = Bench()
    for (tick, key, end) in [(0.0, Key.left, 0.0), (99_999, .right, 99_999)] {
      bench.model.select(.read(tick: tick, column: nil))
      bench.send(.key(key, isShifted: false))
      #expect(bench.model.selection.cursor?.tick == end)
    }
  }

  @Test func shiftMovesXByATenthOfTheWidth() {
    for (key, start) in [(Key.left, 990.0), (.right, 1010)] {
      var bench = Self.bench(line: 1050)
      bench.send(.key(key, isShifted: true))
      #expect((bench.model.window.start - start).magnitude < 1e-3)
      #expect(bench.model.selection.cursor?.tick == 1050)
    }
  }

  @Test func plusAndMinusScaleAboutTheLine() {
    var bench = Self.bench(line: 1025)
    bench.send(.key(.zoomIn, isShifted: false))
    #expect((bench.model.window.width - 100 / 1.5).magnitude < 1e-3)
    #expect((bench.model.window.start - (1025 - 25 / 1.5)).magnitude < 1e-3)
    bench.send(.key(.zoomOut, isShifted: false))
    #expect((bench.model.window.width - 100).magnitude < 1e-3)
    let points = bench.model.scroll.points
    bench.send(.key(.zoomIn, isShifted: true))
    #expect(bench.model.scroll.points == points * 1.5)
  }

  @Test func escapeLeavesOneThingAtATime() {
    var bench = Self.bench(line: 1025)
    bench.send(.key(.drawer, isShifted: false))
    bench.model.derive(.made([UInt8](repeating: 0x61, count: 500), of: 0))
    #expect(!bench.model.alertText.isEmpty)
    bench.send(.key(.escape, isShifted: false))
    #expect(bench.model.alertText.isEmpty && bench.model.selection.cursor != nil)
    bench.send(.key(.escape, isShifted: false))
    #expect(bench.model.selection.isEmpty && bench.model.isDrawerOpen)
    bench.send(.key(.escape, isShifted: false))
    #expect(!bench.model.isDrawerOpen)
  }
}
