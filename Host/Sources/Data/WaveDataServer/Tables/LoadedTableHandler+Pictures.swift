import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries

/// Pictures of lanes, and correlations of columns.
extension LoadedTableHandler {
  func draw(_ lane: ShowLane, _ view: ShowTable, _ generation: Int) {
    let goesOn = { self.isCurrent(generation) }
    guard let table = ordered(view, goesOn: goesOn) else { return }
    let isComplete = host.state.withLock { $0.description.flags.contains(.complete) }
    guard let (series, offset) = series(Int(lane.column), in: table, goesOn: goesOn) else { return }
    let drawing = PictureDrawing(lane, of: view, offset: offset, isPartial: !isComplete)
    let (from, until) = lane.isOverview ? (table.axis.from, table.axis.until) : (view.from, view.until)
    let edges = table.edges(PixelMap(start: from, end: until, columns: Int(view.pixels))).edges
    let rowCount = UInt64((edges.last ?? 0) - (edges.first ?? 0))
    let values = table.lane(of: series, edges: edges)
    let picture = ColumnPicture(lanes: [], rowCount: rowCount, seenCount: rowCount, isExact: true)
    var spans: [LaneSpans] = []
    var chosen: [Int] = []
    if let lens = drawing.lens {
      guard goesOn() else { return }
      let points = OrderedTable.points(
        lens, of: series, edges: edges, pixels: Int(view.pixels), threshold: Int(lane.threshold))
      guard goesOn() else { return }
      spans = drawing.spans(of: table.atTicks(points), through: lens, of: values, in: picture)
      chosen = ColumnPoints(points: points).rows(chosenBy: lens)
    } else {
      spans = [drawing.spans(of: values, in: picture)]
    }
    send(spans.map { .spans($0) }, of: table, for: generation) { state in
      if lane.isOverview {
        state.sent.note(.init(lane, view: view, filters: state.filters.revision))
      } else if !lane.isSecond {
        state.pictures.store(points: chosen, of: lane.column)
      }
    }
  }

  /// Sends the correlation of every column with the one that orders the rows.
  func correlate(_ name: OrderedTable.Name, _ generation: Int) {
    var described = host.state.withLock { $0.columns }
    guard let reference = column(name.column)?.series else { return }
    for column in drawnColumns {
      let isWanted = state.withLock {
        $0.shown.view.map { Int($0.orderColumn) == name.column } == true && !$0.isClosed
      }
      guard isWanted else { return state.withLock { $0.sent.forgetReference() } }
      guard let other = self.column(column)?.series else { continue }
      let found = reference.correlation(with: other, from: 0, to: reference.count)
      guard described.indices.contains(column) else {
        note(correlation: found.coefficient ?? .nan, ofDerived: column)
        continue
      }
      described[column].correlation = found.coefficient ?? .nan
    }
    send(TableColumns.parts(of: described, source: host.number).map { .columns($0) })
    publishDerived()
  }
}
