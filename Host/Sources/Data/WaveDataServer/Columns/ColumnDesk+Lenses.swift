import Synchronization
import WaveDataWire
import WaveSeries
import WaveTables
import WaveWire

/// What lanes look like through their lenses.
extension ColumnDesk {
  /// Tells what all rows look like, each lane through its lens.
  ///
  /// - Returns: Whether all of it was told.
  func put(
    _ exact: ColumnPicture, _ lanes: [ShowLane], _ view: ShowTable, _ window: ColumnWindow,
    _ source: any ColumnSource, _ filters: [ColumnFilter]
  ) async -> Bool {
    let abilities = source.abilities
    var plain: [Int] = []
    var wanted: [(lens: ColumnLens, places: [Int])] = []
    for place in lanes.indices {
      guard let lens = Lens(rawValue: lanes[place].lens), lens != .m4, abilities.lenses.contains(lens) else {
        plain.append(place)
        continue
      }
      if case .ranks = window.order, !abilities.hasRankLenses {
        sayOnce("Along the places of a column's values every lane is drawn by M4, whatever is chosen.")
        plain.append(place)
        continue
      }
      // What is chosen in each column of pixels has as many points as it has.
      let wish = ColumnLens(lens, threshold: lens == .minMax ? 0 : Int(lanes[place].threshold))
      if let known = wanted.firstIndex(where: { $0.lens == wish }) {
        wanted[known].places.append(place)
      } else {
        wanted.append((wish, [place]))
      }
    }
    var shown = exact
    shown.lanes = plain.map { exact.lanes[$0] }
    put(messages(shown, plain.map { lanes[$0] }, view))
    for (lens, places) in wanted {
      let columns = places.map { Int(lanes[$0].column) }
      var known = exact
      known.lanes = places.map { exact.lanes[$0] }
      let picture = known
      let found = await asking { () async throws(ColumnFailure) in
        try await source.points(of: columns, through: lens, in: window, keeping: filters, knowing: picture)
      }
      guard let found, found.count == places.count, !Task.isCancelled else { return false }
      for (place, points) in zip(places, found) {
        put(messages(points, lens.lens, exact, exact.lanes[place], lanes[place], view))
      }
    }
    return true
  }

  /// The messages of a column's points, those around them first; and which of its rows are read from now on.
  private func messages(
    _ points: ColumnPoints, _ lens: Lens, _ picture: ColumnPicture, _ exact: ColumnPicture.Lane,
    _ lane: ShowLane, _ view: ShowTable
  ) -> [TableMessage] {
    guard let summary = summary(of: Int(lane.column)) else { return [] }
    let map = PixelMap(start: view.from, end: view.until, columns: exact.buckets.count)
    let (offset, rows) = (summary.offset ?? 0, Int(lane.pixels))
    let scale = ValueScale(low: lane.low - offset, high: lane.high - offset, rows: rows)
    let drawn = points.drawn { lens.keepsRows ? Double(summary.drawn($0)) : summary.told($0) - offset }
    let line = drawn.line(map, scale: scale)
    let all = exact.spans(
      map, low: lane.low, high: lane.high, rows: rows, offset: offset, drawn: { summary.drawn($0) })
    func message(_ spans: [TraceSpan], _ flags: LaneSpans.Flags, wrong: UInt32) -> TableMessage {
      let (tops, bottoms) = LaneSpans.lit(spans, rows: rows)
      return .spans(
        LaneSpans(
          view: view.view, column: lane.column, flags: flags, pixels: lane.pixels,
          drawnCount: UInt64(drawn.count), rowCount: picture.rowCount, wrongPixels: wrong, tops: tops,
          bottoms: bottoms))
    }
    let ticks = lens.keepsRows ? drawn.points.filter { $0.value.isFinite }.map { Int64($0.row) } : []
    state.withLock { state in
      if state.view?.view == view.view { state.chosen[lane.column] = ticks }
    }
    // Some rows may be out of reach: then nothing is known of what is wrong.
    let wrong =
      picture.isExact ? UInt32(clamping: Trace.differingPixels(all, line, rows: rows)) : UInt32.max
    let told = message(line, [], wrong: wrong)
    return lens == .mean ? [message(drawn.band(map, scale: scale), .band, wrong: .max), told] : [told]
  }

  private func sayOnce(_ text: String) {
    let isNew = state.withLock { $0.absent.insert(text).inserted }
    if isNew { say(text, .information) }
  }
}

extension ColumnDesk.State {
  /// The tick of the point that a lens has chosen nearest to the one that is asked for; nil where every row
  /// may be meant.
  func chosen(_ question: ReadRow) -> Int64? {
    guard lanes[question.column] != nil, let ticks = chosen[question.column] else { return nil }
    return NearestSearch.index(of: question.tick, in: ticks.span).map { ticks[$0] }
  }
}
