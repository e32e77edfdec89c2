import WaveDataWire
import WaveDisplay
import WaveWire

@testable import WaveData
@testable import WaveInteraction

/// The states of derived columns, of pages and plots, and of tables that are not whole.
extension GoldenScenes {
  // MARK: - Derived columns

  /// The place of the first derived column.
  private static var first: UInt16 { UInt16(columns.count) }

  mutating func playColumns() throws {
    bench.pass(1_000_000)
    serve()
    bench.tap(x(0.5), y(1))
    serve()
    press(.drawer)
    bench.type(Array("mean(alpha, 5) - beta".utf8))
    serve()
    try note("formula")
    bench.type([UInt8](repeating: 0x61, count: 300))
    try note("formula-too-long")
    bench.receive(.progress(TableWork(source: 0, stage: .deriving, done: 300, total: 1000)))
    bench.receive(
      .columns(
        TableColumns(
          source: 0, first: Self.first,
          columns: [Bench.column("mean(alpha, 5) - beta", low: -2, high: 2, deviation: 0.5, missing: 4)])))
    bench.pass(1_000_000)
    try noteBoth("derived")
    bench.set(.derived(.makeChange))
    bench.receive(
      .columns(
        TableColumns(source: 0, first: Self.first + 1, columns: [.init(kind: .other, name: [])])))
    bench.receive(.notice(Notice(severity: .failure, text: Array("byte 8: the formula ends".utf8))))
    serve()
    press(.drawer)
    serve()
    try note("refused")
    press(.drawer)
    bench.send(.press(.alert))
    bench.receive(.progress(TableWork(source: 0, stage: .deriving, done: 1000, total: 1000)))
    bench.set(.derived(.remove(0)))
    press(.escape)
    bench.pass(1_000_000)
    try noteBoth("removed")
  }

  // MARK: - Rows as texts

  mutating func playPages() throws {
    bench.tap(x(0.4), y(1))
    serve()
    bench.set(.toggleRows)
    try noteBoth("rows")
    let screen = bench.model.screen
    bench.drag(from: (x(0.5), screen.lanesBottom - 60), to: (x(0.5), screen.lanesTop + 90))
    bench.pass(1_000_000)
    try noteBoth("rows-scrolled")
    press(.right)
    press(.right)
    press(.down)
    serve()
    try note("rows-aside")
    bench.send(.wheel(x: x(0.5), y: 400, dx: 33, dy: 4321, zoom: .none))
    try noteBoth("rows-far")
    press(.drawer)
    serve()
    try note("rows-drawer")
    press(.drawer)
    press(.home)
    serve()
    bench.set(.pinColumn, to: 2)
    try noteBoth("rows-pinned")
    press(.escape)
    bench.set(.pinColumn)
    press(.escape)
    bench.pass(1_000_000)
    serve()
  }

  // MARK: - Two columns over one another

  mutating func playScatter() throws {
    bench.set(.scatter(.toggle))
    try noteBoth("scatter")
    bench.set(.scatter(.chooseX), to: 2)
    bench.pass(1_000_000)
    serve()
    try note("scatter-numbers")
    let rect = bench.model.screen.scatterRect
    for (name, across, down) in [
      ("middle", Float(0.5), Float(0.6)), ("top", 0.3, 0.02), ("left", 0.001, 0.5), ("right", 0.999, 0.999),
    ] {
      bench.tap(rect.x + rect.width * across, rect.y + rect.height * down)
      serve()
      try note("scatter-finger-" + name)
    }
    mark(from: (x(0.7), rect.y + rect.height * 0.2), to: (x(0.3), rect.y + rect.height * 0.55))
    serve()
    try note("scatter-box")
    press(.drawer)
    try noteBoth("scatter-drawer")
    bench.set(.scatter(.zoomToBox))
    press(.drawer)
    bench.pass(1_000_000)
    try noteBoth("scatter-zoomed")
    bench.send(.wheel(x: x(0.4), y: rect.y + 200, dx: 0, dy: 150, zoom: .vertical))
    press(.left)
    press(.up)
    bench.pass(1_000_000)
    try noteBoth("scatter-moved")
    bench.set(.scatter(.chooseX))
    bench.set(.scatter(.chooseY), to: 4)
    bench.pass(1_000_000)
    serve()
    bench.tap(x(0.6), rect.y + rect.height * 0.4)
    serve()
    try note("scatter-times")
    bench.set(.scatter(.chooseX), to: 7)
    bench.set(.scatter(.chooseY))
    bench.pass(1_000_000)
    serve()
    bench.tap(x(0.2), rect.y + rect.height * 0.8)
    serve()
    try note("scatter-far")
    press(.escape)
    press(.escape)
    bench.pass(1_000_000)
    serve()
    try note("scatter-left")
  }

  // MARK: - What is not whole, or not there

  mutating func playLosses() throws {
    bench.send(.appearance(isDark: screen == .desk, reducesMotion: true))
    try note("other-theme")
    describe(.partial)
    try note("partial")
    press(.drawer)
    serve()
    try note("partial-drawer")
    press(.drawer)
    bench.receive(.notice(Notice(severity: .warning, text: Array("The disk is full.".utf8))))
    try note("notice")
    bench.send(.press(.alert))
    describe([.complete, .partial])
    try note("texts-not-read")
    describe()
    bench.receive(.progress(TableWork(source: 0, stage: .ordering, done: 1, total: 8)))
    try note("ordering")
    bench.receive(.progress(TableWork(source: 0, stage: .ordering, done: 8, total: 8)))
    bench.tap(x(0.5), y(1))
    bench.send(.connection(isOpen: false))
    bench.pass(5_000_000)
    try note("offline")
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 2, serverMicroseconds: bench.now)))
    describe(.partial, rowCount: 0, source: 1, name: "a second table with a long name")
    bench.receive(.columns(TableColumns(source: 1, first: 0, columns: Self.columns)))
    serve()
    bench.set(.chooseTable, to: 1)
    try note("not-read")
    bench.receive(.notice(Notice(severity: .failure, text: Array("No such file.".utf8))))
    try note("not-open")
    bench.send(.press(.alert))
    describe(.complete, rowCount: 0, source: 1, name: "a second table with a long name")
    bench.receive(.axis(TableAxis(source: 1, order: .rows, column: 0, kind: .count, from: 0, until: 1)))
    serve()
    press(.drawer)
    serve()
    try note("no-rows")
  }
}

/// The states of a table that another engine holds.
extension GoldenScenes {
  /// 100 days from 2017-07-14 on, in nanoseconds.
  private static let axis = TableAxis(
    source: 0, order: .rows, column: 0, kind: .time, from: 1_500_000_000_000_000_000,
    until: 1_508_640_000_000_000_000, offset: 0, step: 0.001)

  private mutating func set(
    _ condition: TableAbilities.Condition, _ text: String = "", x: UInt16 = 0,
    _ abilities: TableAbilities.Abilities = .own.union(.showsRest), reasons: String = ""
  ) {
    bench.receive(
      .abilities(
        TableAbilities(
          source: 0, abilities: abilities, lenses: 0b10_0011, xColumn: x, reasons: Array(reasons.utf8),
          condition: condition, conditionText: Array(text.utf8))))
  }

  mutating func playRemote() throws {
    bench.send(.connection(isOpen: true))
    serve()
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    describe([.remote])
    set(.fine)
    bench.receive(.columns(TableColumns(source: 0, first: 0, columns: Self.columns)))
    bench.receive(.axis(Self.axis))
    bench.receive(.progress(TableWork(source: 0, stage: .asking, done: 20_000, total: 100_000)))
    try note("remote-asking")
    isCoarse = true
    serve()
    try note("remote-coarse")
    isCoarse = false
    bench.receive(.progress(TableWork(source: 0, stage: .asking, done: 1, total: 1)))
    describe([.remote, .complete])
    set(.coarse)
    bench.pass(12_000_000)
    serve()
    try note("remote")
    bench.send(.wheel(x: x(0.3), y: y(1), dx: 0, dy: -400, zoom: .horizontal))
    bench.pass(200_000)
    bench.pass(1_000_000)
    try noteBoth("remote-zoomed")
    bench.tap(x(0.6), y(1))
    bench.pass(300_000)
    bench.pass(300_000)
    try noteBoth("remote-line")
    bench.tap(x(0.3), y(1))
    try note("remote-line-old")
    bench.pass(400_000)
    try note("remote-line-late")
    serve()
    press(.drawer)
    serve()
    try note("remote-drawer")
    press(.drawer)
    bench.set(.toggleRows)
    try noteBoth("remote-rows")
    press(.escape)
    press(.escape)
    bench.pass(1_000_000)
    serve()
    for (name, condition) in [
      ("part", TableAbilities.Condition.part), ("refused", .refused), ("unreachable", .unreachable),
      ("failed", .failed),
    ] {
      isCoarse = condition == .part || condition == .failed
      set(condition, "Shard 2 of 3 does not answer. It was asked 5 times, and is asked again.")
      // Another window, because a coarse picture does not replace an exact one.
      bench.send(.wheel(x: x(0.3), y: y(1), dx: 0, dy: -90, zoom: .horizontal))
      bench.pass(200_000)
      bench.pass(12_000_000)
      serve()
      try note("remote-" + name)
      press(.drawer)
      bench.pass(12_000_000)
      serve()
      try note("remote-\(name)-drawer")
      press(.drawer)
    }
    isCoarse = false
    set(.fine, x: WireLimits.noColumn)
    bench.receive(
      .axis(
        TableAxis(
          source: 0, order: .rows, column: 0, kind: .count, from: 0, until: Int64(Self.rowCount))))
    bench.pass(12_000_000)
    serve()
    bench.tap(x(0.3), y(1))
    serve()
    try note("remote-places")
    bench.set(.toggleRows)
    serve()
    try note("remote-places-rows")
    press(.escape)
    bench.receive(
      .axis(
        TableAxis(
          source: 0, order: .rows, column: 0, kind: .number, from: 0, until: 2_000_000_000,
          offset: 1e9, step: 0.5)))
    set(
      .fine, x: WireLimits.noColumn, [.rows, .ranges],
      reasons: "Texts: the engine has none. Export: the table is too large.")
    bench.pass(12_000_000)
    serve()
    try note("remote-few-abilities")
    press(.drawer)
    bench.pass(12_000_000)
    serve()
    try note("remote-few-abilities-drawer")
  }
}
