import WaveDataWire
import WaveSeries

extension AnswerCache {
  /// Draws the lanes of a picture, and stores the points that their lenses have chosen.
  ///
  /// - Parameters:
  ///   - lanes: The lanes, in the order of the picture; nil for those that are drawn already.
  ///   - view: The view.
  ///   - picture: The values of the columns.
  ///   - points: The chosen points of each lane; nil for lanes of which all values are drawn.
  ///   - table: The table; lanes of columns without statistics are not drawn.
  ///   - derived: The derived columns.
  /// - Returns: The pixel rows that the lines cover.
  mutating func draw(
    _ lanes: [ShowLane?], of view: ShowTable, _ picture: ColumnPicture, _ points: [ColumnPoints?],
    _ table: FeedTable, _ derived: DerivedColumns
  ) -> [LaneSpans] {
    var spans: [LaneSpans] = []
    for (place, lane) in lanes.enumerated() where place < picture.lanes.count {
      guard let lane, let summary = table.summary(of: Int(lane.column), derived) else { continue }
      let drawing = PictureDrawing(lane, of: view, summary, isPartial: table.isPartial)
      let values = picture.lanes[place]
      if let lens = drawing.lens, points.indices.contains(place), let chosen = points[place] {
        store(points: chosen, of: lane)
        spans += drawing.spans(of: chosen, through: lens, of: values, in: picture)
      } else {
        spans.append(drawing.spans(of: values, in: picture))
      }
    }
    return spans
  }
}
