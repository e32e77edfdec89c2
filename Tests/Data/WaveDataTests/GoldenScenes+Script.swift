import WaveDataWire
import WaveDisplay
import WaveSeries
import WaveWire

@testable import WaveData
@testable import WaveInteraction

/// The states of a table that the server itself reads.
extension GoldenScenes {
  // MARK: - From nothing to lanes

  mutating func playOpening() throws {
    try note("empty")
    bench.send(.connection(isOpen: true))
    try noteBoth("connected")
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    describe([], rowCount: 0)
    try note("opening")
    bench.receive(.progress(TableWork(source: 0, stage: .importing, done: 300, total: 0)))
    try note("importing")
    bench.receive(.progress(TableWork(source: 0, stage: .importing, done: 900, total: 900)))
    describe([.simulated], rowCount: Self.rowCount, detail: "Made up for a test.")
    bench.receive(.columns(TableColumns(source: 0, first: 0, columns: Self.columns)))
    bench.receive(
      .axis(
        TableAxis(
          source: 0, order: .rows, column: 0, kind: .count, from: 0, until: Int64(Self.rowCount))))
    bench.receive(.progress(TableWork(source: 0, stage: .reading, done: 20_000, total: 100_000)))
    try note("unread")
    describe([.simulated, .complete], detail: "Made up for a test.")
    bench.receive(.progress(TableWork(source: 0, stage: .texts, done: 20_000, total: 100_000)))
    try note("reading-texts")
    bench.receive(.progress(TableWork(source: 0, stage: .texts, done: 100_000, total: 100_000)))
    serve()
    try note("lanes")
    bench.pass(60_000_000)
    serve()
    press(.drawer)
    serve()
    try note("drawer")
    press(.drawer)
    serve()
  }

  // MARK: - The view

  mutating func playLanes() throws {
    bench.drag(from: (x(0.6), y(2)), to: (x(0.6), y(2) - 333))
    bench.pass(1_000_000)
    try noteBoth("scrolled")
    press(.down)
    press(.down)
    try noteBoth("scrolled-far")
    for _ in 0..<12 { press(.up) }
    serve()
    bench.send(.wheel(x: x(0.3), y: y(1), dx: 0, dy: -400, zoom: .horizontal))
    try noteBoth("zoomed")
    bench.send(.wheel(x: x(0.3), y: y(1), dx: 0, dy: -200, zoom: .vertical))
    bench.send(.wheel(x: x(0.3), y: y(0), dx: 0, dy: 90, zoom: .vertical))
    bench.pass(1_000_000)
    try noteBoth("values-zoomed")
    bench.send(.wheel(x: x(0.3), y: y(1), dx: 150, dy: 40, zoom: .none))
    bench.pass(1_000_000)
    try noteBoth("moved")
    bench.pinch(at: y(2), by: 1.5)
    bench.pass(1_000_000)
    try noteBoth("pinched")
    for _ in 0..<19 { press(.zoomIn) }
    bench.pass(1_000_000)
    try noteBoth("few-rows")
    let strip = bench.model.screen.overviewRect
    bench.drag(from: (x(0.4), strip.y + 10), to: (x(0.9), strip.y + 10))
    bench.pass(1_000_000)
    serve()
    try note("few-rows-later")
    press(.home)
    bench.pass(1_000_000)
    serve()
    for (name, fraction) in [("low", 0.0), ("middle", 0.3), ("tall", 0.9)] {
      _ = bench.model.perform(
        .setLaneHeight, .drag(.moved, fraction: fraction, distance: 0), at: bench.now)
      bench.pass(1_000_000)
      try noteBoth("lanes-" + name)
    }
    _ = bench.model.perform(.setLaneHeight, .drag(.moved, fraction: 0.45, distance: 0), at: bench.now)
    bench.pass(1_000_000)
    serve()
    try note("lanes-again")
  }

  // MARK: - Rows

  mutating func playSelections() throws {
    bench.tap(x(0.4), y(1))
    try noteBoth("line")
    press(.drawer)
    serve()
    try note("line-drawer")
    press(.drawer)
    shift = 5
    for share in [Float(0.02), 0.86, 0.99] {
      bench.tap(x(share), y(2))
      serve()
      try note("line-at-\(Int(share * 100))")
      shift += 1
    }
    press(.right)
    try noteBoth("line-stepped")
    press(.escape)
    mark(from: (x(0.3), y(1)), to: (x(0.7), y(1)))
    try noteBoth("range")
    press(.drawer)
    serve()
    try note("range-drawer")
    press(.drawer)
    press(.escape)
    mark(from: (x(0.8), y(2)), to: (x(0.78), y(2)))
    serve()
    try note("range-narrow")
    bench.set(.keepRange)
    try noteBoth("rows-kept")
    bench.set(.exportRows)
    let request = bench.model.export?.request ?? 0
    bench.receive(
      .exportPart(ExportPart(request: request, isLast: false, done: 500, total: 2000, bytes: [65])))
    press(.drawer)
    serve()
    try note("exporting")
    bench.set(.stopExport)
    press(.drawer)
    bench.set(.removeFilter(1))
    mark(from: (x(0.2), y(1)), to: (x(0.5), y(1)))
    serve()
    bench.set(.zoomToRange)
    bench.pass(1_000_000)
    serve()
    try note("range-zoomed")
    bench.send(.press(.chip))
    bench.pass(1_000_000)
    serve()
  }

  // MARK: - Texts

  mutating func playTexts() throws {
    for column in [3, 8] {
      reveal(column)
      serve()
      guard let lane = lane(column) else { continue }
      let entry = bench.model.lanesPicture.textLane(lane).legend.dropFirst().first
      if let rect = entry?.rect { bench.tap(rect.x + rect.width / 2, rect.y + rect.height / 2) }
      serve()
      try note("picked-\(column)")
      press(.drawer)
      serve()
      try note("picked-\(column)-drawer")
      press(.drawer)
      press(.escape)
      serve()
      bench.tap(x(0.3), y(column, 0.9))
      serve()
      try note("read-\(column)")
      press(.escape)
    }
    reveal(3)
    bench.model.select(.pick(PickedText(column: 3, name: TextStrip.missing)))
    try note("picked-missing")
    bench.set(.filterTexts(isKept: false))
    bench.pass(1_000_000)
    try noteBoth("texts-left-out")
    reveal(1)
    bench.send(.wheel(x: x(0.3), y: y(1), dx: 0, dy: -200, zoom: .vertical))
    bench.tap(x(0.5), y(1))
    bench.set(.keepValues)
    press(.escape)
    bench.pass(1_000_000)
    serve()
    try note("filtered")
    press(.drawer)
    serve()
    try note("filtered-drawer")
    press(.drawer)
    for filter in bench.model.filters.kept { bench.set(.removeFilter(filter.filter)) }
    press(.home)
    bench.pass(1_000_000)
    serve()
  }

  // MARK: - Lenses and orders

  mutating func playLenses() throws {
    bench.set(.chooseLens, to: Int(Lens.mean.rawValue))
    bench.pass(1_000_000)
    try noteBoth("mean")
    bench.tap(x(0.5), y(2))
    bench.set(.chooseColumnLens, to: Int(Lens.movingAverage.rawValue) + 1)
    bench.set(.chooseThreshold, to: 2)
    bench.pass(1_000_000)
    serve()
    press(.drawer)
    serve()
    try note("lenses-drawer")
    press(.drawer)
    press(.escape)
    bench.set(.chooseComparedLens, to: Int(Lens.lttb.rawValue) + 1)
    bench.pass(1_000_000)
    try noteBoth("compared")
    bench.model.moveLanes(.height(40))
    bench.pass(1_000_000)
    serve()
    try note("compared-low")
    bench.set(.chooseComparedLens)
    bench.set(.chooseLens)
    bench.model.moveLanes(.height(150))
    bench.pass(1_000_000)
    serve()
  }

  mutating func playOrders() throws {
    reveal(2)
    guard let lane = lane(2) else { return }
    let type = bench.model.screen.type
    bench.tap(bench.model.screen.left + 18 * type, lane.y + 12 * type)
    bench.pass(1_000_000)
    try noteBoth("pinned-expected")
    func axis(
      _ order: TableOrder, _ column: UInt16, _ kind: TableAxis.Kind, step: Double = 1
    ) -> TableAxis {
      TableAxis(
        source: 0, order: order, column: column, kind: kind, from: kind == .count ? 0 : -40_000,
        until: 60_000, offset: kind == .time ? 1.5e15 : 0, step: step)
    }
    bench.receive(.axis(axis(.ranks, 2, .count)))
    bench.pass(1_000_000)
    serve()
    bench.tap(x(0.6), y(1))
    serve()
    try note("pinned-line")
    press(.escape)
    mark(from: (x(0.3), y(1)), to: (x(0.6), y(1)))
    serve()
    bench.drag(from: (x(0.6), y(1)), to: (x(0.6), y(1) - 200))
    serve()
    try note("pinned-range")
    press(.drawer)
    serve()
    try note("pinned-drawer")
    press(.drawer)
    bench.set(.chooseOrder, to: 2)
    bench.receive(.axis(axis(.values, 2, .number, step: 2e-5)))
    bench.pass(1_000_000)
    serve()
    try note("values")
    bench.tap(x(0.9), y(1))
    serve()
    try note("values-line")
    bench.send(.wheel(x: x(0.8), y: y(1), dx: 0, dy: -400, zoom: .horizontal))
    bench.pass(1_000_000)
    serve()
    bench.receive(.axis(axis(.values, 2, .number, step: 4e5)))
    serve()
    try note("values-large")
    bench.set(.pinColumn, to: 1)
    bench.receive(.axis(axis(.values, 0, .time, step: 1e9)))
    bench.pass(1_000_000)
    serve()
    bench.tap(x(0.2), y(0))
    serve()
    try note("times")
    press(.home)
    press(.escape)
    press(.marker)
    bench.set(.pinColumn)
    for sorting in [LaneOrder.name, .correlation, .variation, .missing] {
      bench.set(.orderLanes, to: sorting.rawValue)
      bench.pass(1_000_000)
      serve()
      try note("sorted-\(sorting.rawValue)")
    }
    bench.set(.orderLanes)
    bench.pass(1_000_000)
    serve()
    let lanes = bench.model.visibleLanes()
    guard lanes.count > 2 else { return }
    bench.drag(
      from: (bench.model.screen.left + 50, lanes[0].y + 10), to: (300, lanes[2].y + lanes[2].height / 2))
    bench.pass(1_000_000)
    serve()
    try note("moved-lane")
    bench.set(.orderLanes)
  }
}
