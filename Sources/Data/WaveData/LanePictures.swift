import WaveDataWire

/// What the server has sent of lanes.
struct LanePictures: Sendable {
  /// Pictures of columns of numbers: two places for each column.
  private var lanes: [LanePicture?] = []
  /// What is known of columns of texts, and their strips, by their places.
  private var summaries: [TextSummary?] = []
  private var strips: [TextPicture?] = []
  /// The strip of the whole table.
  private(set) var overview: LaneSpans?
  /// Counts what changes the rows that pictures are made of.
  private var rows: UInt32 = 0

  /// Pictures of numbers that there are.
  var count: Int { lanes.count { $0 != nil } }

  subscript(key: LaneKey) -> LanePicture? { Self.find(lanes, Self.place(key)) }

  /// What is known of a column of texts; nil until it has been read.
  func summary(of column: Int) -> TextSummary? { Self.find(summaries, column) }

  /// The strip of a column of texts.
  func strip(of column: Int) -> TextPicture? { Self.find(strips, column) }

  private static func place(_ key: LaneKey) -> Int { 2 * key.column + (key.isSecond ? 1 : 0) }

  private static func find<Element>(_ elements: [Element?], _ place: Int) -> Element? {
    elements.indices.contains(place) ? elements[place] : nil
  }

  private static func set<Element>(_ element: Element, at place: Int, in elements: inout [Element?]) {
    while elements.count <= place { elements.append(nil) }
    elements[place] = element
  }

  /// Other rows are shown from now on, in the same pictures until there are new ones.
  mutating func changeRows() { rows &+= 1 }

  /// Rows are in another order, or are another table's.
  mutating func forgetOverview() { overview = nil }

  /// Leaves what was drawn of rows that are shown no more.
  mutating func removeAll() {
    (lanes, overview) = ([], nil)
    (summaries, strips) = ([], [])
  }

  /// Receives the strip of the whole table.
  mutating func receive(overview next: LaneSpans) { overview = next }

  /// Receives the picture of a lane, or the band around its line, which comes before that.
  ///
  /// A coarse picture does not replace an exact one of the same rows and pixels: who asks for another height
  /// or other values is sent both again.
  ///
  /// - Parameters:
  ///   - next: The picture.
  ///   - window: The window of its view.
  ///   - range: The values that it was asked for.
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
