import TestSupport
import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction
import WaveWire

@testable import WaveData

/// Windows over another engine's rows begin and end at multiples of a column of pixels, so that views fit
/// those before them.
@Suite struct LatticeTests {
  private static func bench(from: Int64, until: Int64) -> Bench {
    var bench = Bench(
      remote: RemoteTests.abilities(),
      axis: TableAxis(
        source: 0, order: .rows, column: 0, kind: .time, from: from, until: until, offset: 0, step: 0.001))
    bench.answer()
    return bench
  }

  /// Ticks in a column of pixels, where both edges are multiples of them.
  private static func ticks(_ view: ShowTable) throws -> Int64 {
    let (quotient, rest) = (view.until - view.from).quotientAndRemainder(dividingBy: Int64(view.pixels))
    try #require(rest == 0)
    try #require(view.from % quotient == 0)
    return quotient
  }

  @Test func theWholeAxisIsWithinItsWindowWhateverItIs() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let from = Int64.random(in: -1 << 60..<1 << 60, using: &random)
      let width = Int64.random(in: 100_000..<1 << Int64.random(in: 20..<59, using: &random), using: &random)
      let bench = Self.bench(from: from, until: from + width)
      let view = try #require(bench.model.views.shown)
      let ticks = try Self.ticks(view)
      #expect(view.from <= from && view.until >= from + width)
      // What is beyond it is a column of pixels on either side, and what was rounded up in each.
      #expect(from - view.from < ticks && view.until - (from + width) <= ticks + Int64(view.pixels))
      #expect(bench.model.isWhole && bench.model.pictures[LaneKey(column: 1)]?.window == bench.model.window)
    }
  }

  @Test func aWindowThatRestsHasThePictureOfItsOwnPixels() throws {
    var bench = Self.bench(from: 1_500_000_000_000_000_000, until: 1_508_640_000_000_000_000)
    let lane = bench.model.visibleLanes()[1]
    bench.pinch(at: lane.y + 100, by: 2.7)
    let moving = bench.model.window
    bench.answer()
    #expect(bench.model.pictures[LaneKey(column: 1)]?.window != moving)
    bench.pass(AxisView.stillMicroseconds)
    bench.pass(AxisView.stillMicroseconds)
    bench.pass(Question.patienceMicroseconds)
    let window = bench.model.window
    // Less than a column of pixels is moved.
    #expect((window.start - moving.start).magnitude < moving.width / 1170)
    #expect((window.end - moving.end).magnitude < moving.width / 1170)
    bench.answer()
    #expect(bench.model.pictures[LaneKey(column: 1)]?.window == window)
    bench.pass(5_000_000)
    #expect(!bench.taken().contains { if case .show = $0 { true } else { false } })
    _ = try Self.ticks(try #require(bench.model.views.shown))
  }

  @Test func movedBackTheSameTicksAreAskedFor() throws {
    var bench = Self.bench(from: -5_000_000_000_000, until: 9_000_000_000_000)
    bench.send(.key(.zoomIn, isShifted: false))
    bench.pass(Question.patienceMicroseconds)
    bench.answer()
    let first = try #require(bench.model.views.shown)
    let ticks = try Self.ticks(first)
    var seen: [Int64] = []
    for dx in [7, 13, 200, -1, -219] as [Float] {
      bench.send(.wheel(x: 500, y: 900, dx: dx, dy: 0, zoom: .none))
      let view = try #require(bench.model.views.shown)
      #expect(try Self.ticks(view) == ticks)
      seen.append((view.from - first.from) / ticks)
      bench.answer()
    }
    #expect(seen == [7, 20, 220, 219, 0])
    let last = try #require(bench.model.views.shown)
    #expect(last.from == first.from && last.until == first.until)
    #expect(bench.model.pictures[LaneKey(column: 1)]?.window == bench.model.window)
  }

  @Test func fingersThatMoveByWholePixelsSeeTheExactPicture() throws {
    var bench = Self.bench(from: 1_500_000_000_123_456_789, until: 1_508_640_000_000_000_001)
    bench.pinch(at: 900, by: 3)
    bench.pass(Question.patienceMicroseconds)
    bench.answer()
    // They stay down: nothing comes to rest.
    bench.touch(.began, 400, 900)
    bench.touch(.began, 700, 900, id: 2)
    for step in 0..<40 {
      bench.now += 16_000
      let x = Float(step * step % 37 + 3 * step)
      bench.touch(.moved, 400 + x, 900)
      bench.touch(.moved, 700 + x, 900, id: 2)
      bench.answer()
    }
    bench.answer()
    #expect(bench.model.pictures[LaneKey(column: 1)]?.window == bench.model.window)
  }

  @Test func whatIsFarFromTheFirstTickDoesNotCreep() throws {
    var random = SeededGenerator(seed: 5)
    for round in 0..<200 {
      let until = (Int64(1) << 61) - Int64.random(in: 5_000_000..<1 << 58, using: &random)
      var bench = Self.bench(from: Int64.random(in: -5...(1 << 40), using: &random), until: until)
      let width =
        Double.random(in: 1...2, using: &random)
        * Double(Int64(1) << Int64(round % 2 == 0 ? 54 + round % 5 : 18 + round % 41))
      let start = round % 3 == 0 ? 4e18 : Double.random(in: 0...2e18, using: &random)
      bench.model.moveAxis(.place(start: start, width: width))
      bench.pass(Question.patienceMicroseconds)
      bench.answer()
      // What was asked for where it moved is all that is asked for.
      for _ in 0..<4 { bench.pass(Question.patienceMicroseconds) }
      #expect(bench.model.pictures[LaneKey(column: 1)]?.window == bench.model.window)
      #expect(!bench.taken().contains { if case .show = $0 { true } else { false } })
    }
  }

  @Test func whatIsRoundedUpIsSharedByBothEdges() {
    // 64.1 ticks a pixel become 65: 16 columns of pixels more.
    var bench = Self.bench(from: 0, until: 10_000_000)
    let before = TickWindow(start: 3_000_000, width: 64.1 * 1170)
    bench.model.moveAxis(.place(start: before.start, width: before.width))
    for _ in 0..<3 {
      bench.pass(Question.patienceMicroseconds)
      bench.answer()
    }
    let after = bench.model.window
    #expect(after.width == 65 * 1170)
    #expect(((before.start - after.start) - (after.end - before.end)).magnitude <= 2 * 65)
  }

  @Test func smallStepsAddUp() {
    // A wheel that turns by parts of pixels: what rests between them must not take them back.
    var bench = Self.bench(from: 0, until: 9_000_000_000_000)
    bench.send(.key(.zoomIn, isShifted: false))
    bench.pass(1_000_000)
    bench.answer()
    let start = bench.model.window.start
    for _ in 0..<40 {
      bench.send(.wheel(x: 500, y: 900, dx: 0.3, dy: 0, zoom: .none))
      bench.now += 16_000
    }
    let moved = (bench.model.window.start - start) / bench.model.window.width * 1170
    #expect((moved - 12).magnitude < 0.1)
  }

  @Test func anyGestureAsksForWindowsOfTheLatticeThatStandWhereItIs() throws {
    var random = SeededGenerator(seed: 11)
    for (from, until) in [
      (0, 100_000_000), (-1 << 61, 1 << 61), (1 << 60, (1 << 60) + (1 << 57)), (-3, 70_000),
    ] as [(Int64, Int64)] {
      var bench = Self.bench(from: from, until: until)
      for _ in 0..<300 {
        let x = Float.random(in: 0..<1170, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          bench.send(
            .wheel(x: x, y: 900, dx: 0, dy: .random(in: -300..<300, using: &random), zoom: .horizontal))
        case 1:
          bench.send(.wheel(x: x, y: 900, dx: .random(in: -900..<900, using: &random), dy: 0, zoom: .none))
        case 2: bench.pinch(at: 900, by: .random(in: 0.4..<2.5, using: &random))
        case 3: bench.send(.key(.right, isShifted: true))
        case 4: bench.pass(AxisView.stillMicroseconds)
        default: bench.send(.key(.home, isShifted: false))
        }
        bench.pass(Question.patienceMicroseconds)
        let axis = try #require(bench.model.axis)
        let view = try #require(bench.model.views.shown)
        let window = bench.model.window
        #expect(view.from >= -WireLimits.ticks && view.until <= WireLimits.ticks && view.from < view.until)
        let perPixel = window.width / 1170
        // Where ticks are many it is the lattice, but for the ends of all numbers.
        if perPixel > 65, view.from > -WireLimits.ticks, view.until < WireLimits.ticks {
          _ = try Self.ticks(view)
        }
        let slack = 2 * perPixel + 1024
        #expect((Double(view.from) - (Double(axis.from) + window.start)).magnitude <= slack)
        #expect((Double(view.until) - (Double(axis.from) + window.end)).magnitude <= slack)
        bench.answer()
      }
      // What rests stays: an edge does not creep.
      bench.pass(1_000_000)
      bench.answer()
      bench.pass(1_000_000)
      bench.answer()
      let window = bench.model.window
      for _ in 0..<10 { bench.pass(1_000_000) }
      #expect(bench.model.window == window)
      #expect(!bench.taken().contains { if case .show = $0 { true } else { false } })
    }
  }

  @Test func fewTicksAPixelAndTablesOfTheServersOwnAreAskedForAsTheyAre() throws {
    let near = Self.bench(from: 3, until: 1170 * 60)
    #expect(near.model.views.shown?.from == 3 && near.model.views.shown?.until == 1170 * 60)
    var own = Bench(
      axis: TableAxis(
        source: 0, order: .rows, column: 0, kind: .time, from: 3, until: 9_000_000_000_000, offset: 0, step: 1
      ))
    #expect(own.model.views.shown?.from == 3 && own.model.views.shown?.until == 9_000_000_000_000)
    own.answer()
    own.send(.key(.zoomIn, isShifted: false))
    let window = own.model.window
    own.pass(2_000_000)
    #expect(own.model.window == window)
  }
}
