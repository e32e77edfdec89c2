import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

/// Pictures of lanes through their lenses.
extension RemoteTableHandler {
  /// Sends the picture of all rows, each lane through its lens.
  ///
  /// - Returns: Whether all lanes were sent.
  func send(
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
      // MinMax chooses points in each column of pixels, so it needs no number of points.
      let wish = ColumnLens(lens, threshold: lens == .minMax ? 0 : Int(lanes[place].threshold))
      if let known = wanted.firstIndex(where: { $0.lens == wish }) {
        wanted[known].places.append(place)
      } else {
        wanted.append((wish, [place]))
      }
    }
    var shown = exact
    shown.lanes = plain.map { exact.lanes[$0] }
    send(messages(shown, plain.map { lanes[$0] }, view))
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
        send(messages(points, lens.lens, exact, exact.lanes[place], lanes[place], view))
      }
    }
    return true
  }

  /// Returns the messages of a column's points, their range first, and stores the points for reading rows.
  private func messages(
    _ points: ColumnPoints, _ lens: Lens, _ picture: ColumnPicture, _ exact: ColumnPicture.Lane,
    _ lane: ShowLane, _ view: ShowTable
  ) -> [DataMessage] {
    guard let summary = summary(of: Int(lane.column)) else { return [] }
    state.withLock { state in
      if state.shown.view?.view == view.view {
        state.chosen[lane.column] = points.rows(chosenBy: lens).map { Int64($0) }
      }
    }
    return PictureDrawing(lane, of: view, summary)
      .spans(of: points, through: lens, of: exact, in: picture).map { .spans($0) }
  }
}

extension RemoteTableHandler.State {
  /// Returns the tick of the chosen point that is nearest to a requested one; nil if any row is a candidate.
  func chosen(_ question: ReadRow) -> Int64? {
    guard shown[ClientView.LaneKey(column: question.column)] != nil, let ticks = chosen[question.column]
    else { return nil }
    return NearestSearch.index(of: question.tick, in: ticks.span).map { ticks[$0] }
  }
}
