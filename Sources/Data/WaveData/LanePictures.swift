import WaveDataWire

/// The pictures of all lanes, as received from the server.
struct LanePictures: Sendable {
  /// For each column, the picture drawn with the column's lens, followed by the picture drawn with the
  /// compared lens; nil if there is none.
  private var lanes: [LanePicture?] = []
  /// The most frequent values of text columns and their strips, by column index.
  private var summaries: [TextSummary?] = []
  private var strips: [TextPicture?] = []
  /// The picture in the overview strip.
  private(set) var overview: LaneSpans?
  /// The generation of the rows, which increases whenever the set or order of rows changes.
  private var rows: UInt32 = 0

  /// The number of pictures of numeric columns.
  var count: Int { lanes.count { $0 != nil } }

  subscript(key: LaneKey) -> LanePicture? { Self.find(lanes, Self.place(key)) }

  /// Returns the most frequent values of a text column, or nil until these have been received.
  func summary(of column: Int) -> TextSummary? { Self.find(summaries, column) }

  /// Returns the strip of a text column, or nil if there is none.
  func strip(of column: Int) -> TextPicture? { Self.find(strips, column) }

  private static func place(_ key: LaneKey) -> Int { 2 * key.column + (key.isSecond ? 1 : 0) }

  private static func find<Element>(_ elements: [Element?], _ place: Int) -> Element? {
    elements.indices.contains(place) ? elements[place] : nil
  }

  private static func set<Element>(_ element: Element, at place: Int, in elements: inout [Element?]) {
    while elements.count <= place { elements.append(nil) }
    elements[place] = element
  }

  /// Starts a new generation of rows.
  ///
  /// The existing pictures remain until new ones arrive.
  mutating func changeRows() { rows &+= 1 }

  /// Removes the picture in the overview strip.
  mutating func forgetOverview() { overview = nil }

  /// Removes all pictures.
  mutating func removeAll() {
    (lanes, overview) = ([], nil)
    (summaries, strips) = ([], [])
  }

  /// Receives the picture in the overview strip.
  mutating func receive(overview next: LaneSpans) { overview = next }

  /// Receives the picture of a lane, or the picture of the band around the lane's line, which the server
  /// sends first.
  ///
  /// A coarse picture does not replace an exact picture of the same rows and pixels. The server sends coarse
  /// and exact pictures again after a request with a different height or range.
  ///
  /// - Parameters:
  ///   - next: The picture or band.
  ///   - window: The window of the picture's view.
  ///   - range: The range of values for which the picture was requested.
  mutating func receive(_ next: LaneSpans, window: TickWindow, range: ValueRange) {
    let key = LaneKey(column: Int(next.column), isSecond: next.flags.contains(.second))
    let known = self[key]
    if let known, next.flags.contains(.coarse), !known.spans.flags.contains(.coarse), known.rows == rows,
      known.window == window, known.range == range, known.spans.pixels == next.pixels,
      known.spans.tops.count == next.tops.count
    {
      return
    }
    var (spans, band) = (next, known?.view == next.view ? known?.band : nil)
    if next.flags.contains(.band) {
      band = next
      spans =
        known?.spans
        ?? LaneSpans(
          view: next.view, column: next.column, flags: [], pixels: next.pixels, drawnCount: 0, rowCount: 0,
          tops: [], bottoms: [])
    }
    let picture = LanePicture(
      view: next.view, window: window, range: range, rows: rows, spans: spans, band: band)
    Self.set(picture, at: Self.place(key), in: &lanes)
  }

  mutating func receive(_ next: TextSummary) { Self.set(next, at: Int(next.column), in: &summaries) }

  mutating func receive(_ next: TextStrip, window: TickWindow) {
    Self.set(TextPicture(window: window, strip: next), at: Int(next.column), in: &strips)
  }
}
