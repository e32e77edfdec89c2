import Synchronization
import TestSupport
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveWire

@testable import WaveTables

@Suite struct TiledColumnsTests {
  /// Far longer than a test takes: nothing is asked ahead of time.
  static let never = Duration.seconds(100_000)

  /// Rows that come in crowds, with gaps, several of one tick, and values that are missing.
  static func rows(_ seed: UInt64, count: Int = 600, spread: Int64 = 400) -> [ArrayColumns.Row] {
    var random = SeededGenerator(seed: seed)
    var tick = Int64.random(in: -40_000...40_000, using: &random)
    return (0..<count).map { _ in
      switch Int.random(in: 0..<20, using: &random) {
      case 0: tick += Int64.random(in: 0...(spread * 60), using: &random)
      case 1...6: break
      default: tick += Int64.random(in: 0...spread, using: &random)
      }
      let values = (0..<3).map { column in
        Int.random(in: 0..<6, using: &random) < column
          ? Double.nan : Double(Int.random(in: -999...999, using: &random))
      }
      return ArrayColumns.Row(tick: tick, values: values)
    }
  }

  /// A window whose columns of pixels begin at multiples of `ticks`.
  static func window(
    _ order: ColumnOrder = .rows, ticks: Int64, first: Int64, pixels: Int
  ) -> ColumnWindow {
    ColumnWindow(order: order, from: first * ticks, until: (first + Int64(pixels)) * ticks, pixels: pixels)
  }

  static func open(
    _ source: ArrayColumns, folder: CacheFolder? = nil, memory: Int = 64 << 20, idle: Duration = never
  ) async throws -> TiledColumns {
    try await TiledColumns(source, name: "array", folder: folder, memoryLimit: memory, idle: idle)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func picturesAreThoseOfTheSourceAndNothingIsAskedTwice(_ seed: UInt64) async throws {
    let source = ArrayColumns(Self.rows(seed))
    let tiled = try await Self.open(source)
    var random = SeededGenerator(seed: seed &+ 100)
    let axis = try await source.axis(of: .rows, keeping: [])
    let widths: [Int64] = [1, 7, 64, 333, 2500]
    let filters: [[ColumnFilter]] = [
      [], [.values(column: 0, low: -500, high: 700)],
      [.ticks(.rows, from: axis.from + 900, until: axis.until, among: [])],
    ]
    for _ in 0..<60 {
      let order: ColumnOrder = Int.random(in: 0..<3, using: &random) == 0 ? .values(0) : .rows
      let ticks = order == .rows ? widths.randomElement(using: &random) ?? 1 : 1 + Int64(seed % 4) * 5
      let pixels = [64, 100, 412, 777].randomElement(using: &random) ?? 64
      let span = order == .rows ? axis : ColumnAxis(kind: .number, from: -999, until: 1000)
      let from = Int64.random(in: (span.from - 300 * ticks)...(span.until + 10 * ticks), using: &random)
      let window = Self.window(order, ticks: ticks, first: TileLattice.floor(from, by: ticks), pixels: pixels)
      let columns = [[0], [1], [2, 0], [0, 1, 2]].randomElement(using: &random) ?? [0]
      let kept = filters.randomElement(using: &random) ?? []
      let picture = try await tiled.picture(of: columns, in: window, keeping: kept)
      let naive = source.naive(of: columns, in: window, keeping: kept)
      #expect(picture.drawn == naive.drawn, "\(window)")
      #expect(picture.rowCount == naive.rowCount && picture.seenCount == naive.seenCount && picture.isExact)
    }
    // No column of pixels of a column is asked for twice on one lattice.
    var seen: Set<[Int64]> = []
    var names: [(ColumnOrder, [ColumnFilter])] = []
    for question in source.questions {
      let width = question.window.until - question.window.from
      let ticks = width / Int64(question.window.pixels)
      guard width % Int64(question.window.pixels) == 0, question.window.from % ticks == 0 else { continue }
      let name = names.firstIndex { $0.0 == question.window.order && $0.1 == question.filters } ?? names.count
      if name == names.count { names.append((question.window.order, question.filters)) }
      let isInside =
        question.window.order == .values(0)
        ? question.window.from < 1000 && question.window.until > -999
        : question.window.from < axis.until && question.window.until > axis.from
      guard isInside else { continue }
      for column in question.columns {
        for pixel in question.window.from / ticks..<question.window.until / ticks {
          #expect(seen.insert([Int64(name), Int64(column), ticks, pixel]).inserted)
        }
      }
    }
    #expect(seen.count > 1000)
  }

  @Test func panningBackAsksNothing() async throws {
    let source = ArrayColumns(Self.rows(9))
    let tiled = try await Self.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    let first = TileLattice.floor(axis.from, by: 64) + 200
    for step in stride(from: Int64(0), through: 900, by: 90) {
      _ = try await tiled.picture(
        of: [0, 1], in: Self.window(ticks: 64, first: first + step, pixels: 412), keeping: [])
    }
    let count = source.questions.count
    #expect(count > 3)
    // Whatever is asked for is about what was not seen before: 412 and 900 columns of pixels, and at most a
    // tile at either end.
    let asked = source.questions.reduce(0) { $0 + $1.window.pixels }
    #expect(asked <= 412 + 900 + 2 * ColumnTile.width)
    for step in stride(from: Int64(900), through: 0, by: -7) {
      let window = Self.window(ticks: 64, first: first + step, pixels: 412)
      let picture = try await tiled.picture(of: [1], in: window, keeping: [])
      #expect(picture.drawn == source.naive(of: [1], in: window, keeping: []).drawn)
    }
    #expect(source.questions.count == count)
    // A lane more is asked for alone, and in one pass.
    let window = Self.window(ticks: 64, first: first, pixels: 412)
    _ = try await tiled.picture(of: [0, 2, 1], in: window, keeping: [])
    #expect(source.questions.count == count + 1 && source.questions.last?.columns == [2])
  }

  @Test func asksForWhatIsMissingOnly() {
    let held: Set<[Int64]> = [[0, 3], [0, 4], [1, 3], [1, 4], [2, 6]]
    let missing = TileStretch.missing(2..<8, of: [0, 1, 2]) { held.contains([Int64($0), $1]) }
    #expect(
      missing == [
        TileStretch(columns: [0, 1, 2], tiles: 2..<3), TileStretch(columns: [2], tiles: 3..<5),
        TileStretch(columns: [0, 1, 2], tiles: 5..<6), TileStretch(columns: [0, 1], tiles: 6..<7),
        TileStretch(columns: [0, 1, 2], tiles: 7..<8),
      ])
  }

  @Test func memoryHasALimit() async throws {
    let source = ArrayColumns(Self.rows(3))
    let limit = 40 * ColumnTile.byteCount
    let tiled = try await Self.open(source, memory: limit)
    let axis = try await source.axis(of: .rows, keeping: [])
    let first = TileLattice.floor(axis.from, by: 7)
    for step in 0..<60 {
      let window = Self.window(ticks: 7, first: first + Int64(step) * 50, pixels: 200)
      let picture = try await tiled.picture(of: [0, 1, 2], in: window, keeping: [])
      #expect(picture.drawn == source.naive(of: [0, 1, 2], in: window, keeping: []).drawn)
      #expect(tiled.state.withLock { $0.memory.byteCount } <= limit)
    }
    let count = source.questions.count
    // The newest are still there; the oldest are not.
    _ = try await tiled.picture(
      of: [0], in: Self.window(ticks: 7, first: first + 59 * 50, pixels: 200), keeping: [])
    #expect(source.questions.count == count)
    _ = try await tiled.picture(of: [0], in: Self.window(ticks: 7, first: first, pixels: 200), keeping: [])
    #expect(source.questions.count == count + 1)
  }

  @Test func otherWindowsAreKeptWhole() async throws {
    let source = ArrayColumns(Self.rows(4))
    let tiled = try await Self.open(source)
    func window(_ place: Int64) -> ColumnWindow {
      ColumnWindow(order: .rows, from: place, until: place + 3001, pixels: 412)
    }
    for round in 0..<2 {
      for place in 0..<Int64(TiledColumns.answerLimit) {
        let picture = try await tiled.picture(of: [0, 1], in: window(place), keeping: [])
        #expect(picture == source.naive(of: [0, 1], in: window(place), keeping: []))
      }
      #expect(source.questions.count == TiledColumns.answerLimit, "round \(round)")
    }
    _ = try await tiled.picture(of: [0], in: window(0), keeping: [])
    #expect(source.questions.count == TiledColumns.answerLimit + 1)
    // The one that was looked at longest ago has gone.
    _ = try await tiled.picture(of: [0, 1], in: window(0), keeping: [])
    #expect(source.questions.count == TiledColumns.answerLimit + 2)
  }

  @Test func theLastPointsOfLensesAreKept() async throws {
    let source = ArrayColumns(Self.rows(7))
    let tiled = try await Self.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    let window = ColumnWindow(order: .rows, from: axis.from, until: axis.until, pixels: 90)
    let (mean, other) = (ColumnLens(.mean, threshold: 20), ColumnLens(.mean, threshold: 30))
    let first = try await tiled.points(of: [0, 1], through: mean, in: window, keeping: [], knowing: nil)
    #expect(first.count == 2 && first[0].count > 10)
    #expect(
      try await source.points(of: [0, 1], through: mean, in: window, keeping: [], knowing: nil) == first)
    #expect(
      try await tiled.points(of: [0, 1], through: mean, in: window, keeping: [], knowing: nil) == first)
    #expect(source.state.withLock { $0.pointQuestions } == [mean, mean])
    // Another lens, other columns or other rows are another question.
    _ = try await tiled.points(of: [0, 1], through: other, in: window, keeping: [], knowing: nil)
    _ = try await tiled.points(of: [1], through: mean, in: window, keeping: [], knowing: nil)
    _ = try await tiled.points(
      of: [0, 1], through: mean, in: window, keeping: [.values(column: 0, low: 0, high: 9)], knowing: nil)
    #expect(source.state.withLock { $0.pointQuestions.count } == 5)
    // What lacks rows is asked again, and so is all of another revision.
    source.state.withLock { $0.loss = MissingShards(share: nil, shardCount: 2, text: "gone") }
    for _ in 0..<2 {
      _ = try await tiled.points(of: [2], through: mean, in: window, keeping: [], knowing: nil)
    }
    #expect(source.state.withLock { $0.pointQuestions.count } == 7)
    source.state.withLock { state in
      state.loss = nil
      state.revision?.rowCount += 1
    }
    _ = try await tiled.revision()
    _ = try await tiled.points(of: [0, 1], through: mean, in: window, keeping: [], knowing: nil)
    #expect(source.state.withLock { $0.pointQuestions.count } == 8)
  }

  @Test func whatLacksRowsIsNotKept() async throws {
    let source = ArrayColumns(Self.rows(5))
    let tiled = try await Self.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    let windows = [
      Self.window(ticks: 64, first: TileLattice.floor(axis.from, by: 64), pixels: 412),
      ColumnWindow(order: .rows, from: axis.from, until: axis.from + 3001, pixels: 412),
    ]
    for window in windows {
      let count = source.questions.count
      let loss = MissingShards(share: 0.5, shardCount: 2, text: "lost")
      for (loss, isPast, isExact) in [(loss, false, true), (loss, true, true), (nil, false, false)] {
        source.state.withLock { ($0.loss, $0.isLossPast, $0.isExact) = (loss, isPast, isExact) }
        let picture = try await tiled.picture(of: [0], in: window, keeping: [])
        #expect(picture.isExact == isExact)
      }
      #expect(source.questions.count == count + 3)
      source.state.withLock { ($0.loss, $0.isLossPast, $0.isExact) = (nil, false, true) }
      for _ in 0..<2 { _ = try await tiled.picture(of: [0], in: window, keeping: []) }
      #expect(source.questions.count == count + 4)
    }
  }

  @Test func anotherRevisionForgetsAll() async throws {
    let source = ArrayColumns(Self.rows(6))
    let tiled = try await Self.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    let window = Self.window(ticks: 64, first: TileLattice.floor(axis.from, by: 64), pixels: 412)
    _ = try await tiled.picture(of: [0], in: window, keeping: [])
    #expect(try await tiled.revision() == source.revision())
    _ = try await tiled.picture(of: [0], in: window, keeping: [])
    #expect(source.questions.count == 1)

    // What is on its way while the table changes is shown once, and not kept.
    source.state.withLock { $0.isHeld = { _ in true } }
    let other = Self.window(ticks: 32, first: TileLattice.floor(axis.from, by: 32), pixels: 412)
    async let late = tiled.picture(of: [0], in: other, keeping: [])
    await source.untilHeld()
    source.state.withLock { state in
      for row in state.rows.indices { state.rows[row].values[0] += 1 }
      state.revision?.rowCount += 1
      state.isHeld = nil
    }
    #expect(try await tiled.revision()?.rowCount == UInt64(source.state.withLock { $0.rows.count }) + 1)
    source.release()
    _ = try await late
    for window in [window, other] {
      let picture = try await tiled.picture(of: [0], in: window, keeping: [])
      #expect(picture.drawn == source.naive(of: [0], in: window, keeping: []).drawn)
    }
    #expect(source.questions.count == 4)
  }

  @Test func aCancelledQuestionEnds() async throws {
    let source = ArrayColumns(Self.rows(7))
    let tiled = try await Self.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    let window = Self.window(ticks: 64, first: TileLattice.floor(axis.from, by: 64), pixels: 412)
    source.state.withLock { $0.isHeld = { _ in true } }
    let task = Task { try await tiled.picture(of: [0], in: window, keeping: []) }
    await source.untilHeld()
    task.cancel()
    await #expect(throws: ColumnFailure.cancelled) { try await task.value }
    source.state.withLock { $0.isHeld = nil }
    let picture = try await tiled.picture(of: [0], in: window, keeping: [])
    #expect(picture.drawn == source.naive(of: [0], in: window, keeping: []).drawn)
  }

  @Test func allElseIsPassedOn() async throws {
    let source = ArrayColumns(Self.rows(8))
    let tiled = try await Self.open(source)
    let window = Self.window(ticks: 64, first: 0, pixels: 100)
    let grid = ColumnGrid(x: 0, y: 1, across: 0...1, upright: 0...1, columns: 2, rows: 2)
    #expect(try await tiled.row(nearest: 12, pointOf: nil, in: window, keeping: [])?.tick == 12)
    #expect(try await tiled.rows(.place(0), count: 1, order: .rows, keeping: []).rows.isEmpty)
    let counted = try await tiled.statistics(of: [0], in: window, histogramOf: nil, bins: 4, keeping: [])
    #expect(counted.rowCount == 3)
    #expect(try await tiled.correlations(of: [0], with: 1) == [0.5])
    #expect(try await tiled.density(grid, in: window, keeping: []).insideCount == 4)
    #expect(try await tiled.texts(of: 0).distinctCount == 5)
    #expect(try await tiled.textCounts(of: 0, top: [], in: window, keeping: []) == [[6]])
    #expect(try await tiled.part(of: window, keeping: []).next == 7)
    #expect(try await tiled.extents(of: [0], isCoarse: true).isEmpty)
    #expect(tiled.info == source.info && tiled.abilities == source.abilities)
    tiled.showsRest = true
    #expect(source.showsRest && tiled.showsRest)
    source.state.withLock { $0.loss = MissingShards(share: nil, shardCount: 2, text: "lost") }
    #expect(tiled.loss?.text == "lost")
  }
}
