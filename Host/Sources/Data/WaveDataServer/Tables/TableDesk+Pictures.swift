import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries

/// Pictures of lanes, and correlations of columns.
extension TableDesk {
  func draw(_ lane: ShowLane, _ view: ShowTable, _ generation: Int) {
    let goesOn = { self.isCurrent(generation) }
    guard let table = ordered(view, goesOn: goesOn) else { return }
    let isComplete = station.state.withLock { $0.description.flags.contains(.complete) }
    guard let (series, offset) = series(Int(lane.column), in: table, goesOn: goesOn) else { return }
    let painter = LanePainter(
      table: table, series: series, offset: offset, lane: lane, view: view,
      isComplete: isComplete)
    guard let (spans, chosen) = painter.paint(goesOn: goesOn) else { return }
    put(spans.map { .spans($0) }, of: table, for: generation) { state in
      if lane.isOverview {
        state.sent.note(.init(lane, view: view, filters: state.filters.revision))
      } else if !lane.isSecond {
        state.pictures.store(points: chosen, of: lane.column)
      }
    }
  }

  /// Sends the correlation of every column with the one that orders the rows.
  func correlate(_ name: OrderedTable.Name, _ generation: Int) {
    var told = station.state.withLock { $0.columns }
    guard let reference = column(name.column)?.series else { return }
    for column in drawnColumns {
      let isWanted = state.withLock {
        $0.shown.view.map { Int($0.orderColumn) == name.column } == true && !$0.isClosed
      }
      guard isWanted else { return state.withLock { $0.sent.forgetReference() } }
      guard let other = self.column(column)?.series else { continue }
      let found = reference.correlation(with: other, from: 0, to: reference.count)
      guard told.indices.contains(column) else {
        note(correlation: found.coefficient ?? .nan, ofDerived: column)
        continue
      }
      told[column].correlation = found.coefficient ?? .nan
    }
    put(TableColumns.parts(of: told, source: station.number).map { .columns($0) })
    tellDerived()
  }
}
