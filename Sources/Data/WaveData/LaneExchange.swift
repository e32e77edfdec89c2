import WaveDataWire

/// The lane requests sent to the server, and the pictures received in response.
struct LaneExchange: Sendable {
  /// The lanes, text columns and view that the client wants to show, which are compared with those already
  /// requested.
  struct WantedView {
    let lanes: [ShowLane]
    let texts: ShowTexts
    let overview: ShowLane?
    /// The view to show, to which no number has been assigned yet.
    let view: ShowTable
    let window: TickWindow
  }

  /// The messages to send for a `WantedView`, and whether the counted text columns have changed.
  struct Request {
    /// The messages to send, or a wait until the pending view is late.
    fileprivate(set) var due: [Due] = []
    /// Whether the set of columns whose text values are counted has changed.
    fileprivate(set) var hasOtherTexts = false
  }

  private(set) var views = ViewRequests()
  private(set) var lanes = LaneRequests()
  private(set) var pictures = LanePictures()

  /// Forgets all requests after the connection has changed, because the server has no record of them.
  mutating func connectionChanged() {
    views.connectionChanged()
    lanes = LaneRequests()
  }

  /// Ignores responses to earlier views, because a different table is shown.
  mutating func forgetViews() { views.forget() }

  /// Removes all pictures and the record of requested lanes, because their rows are no longer shown.
  mutating func forgetPictures() {
    pictures.removeAll()
    lanes = LaneRequests()
  }

  /// Marks the pictures as outdated, because different rows are shown.
  mutating func changeRows() { pictures.changeRows() }

  /// Marks the pictures as outdated and removes the overview, because the order of rows has changed.
  mutating func changeOrder() {
    pictures.changeRows()
    pictures.forgetOverview()
  }

  /// Marks the view to be requested again, because a column's values have changed.
  mutating func changeLanes() { views.changeLanes() }

  /// Requests the parts of the wanted content that are new or have changed.
  mutating func ask(_ wanted: WantedView, at now: Int64) -> Request {
    var request = Request()
    for lane in lanes.show(wanted.lanes) {
      request.due.append(.send(.showLane(lane)))
      // The picture for the previous height or range remains until the new one arrives.
      if lane.pixels > 0 { views.changeLanes() }
    }
    if lanes.show(wanted.texts) {
      request.due.append(.send(.showTexts(wanted.texts)))
      request.hasOtherTexts = true
      views.changeLanes()
    }
    if let overview = wanted.overview, lanes.showOverview(overview) {
      request.due.append(.send(.showLane(overview)))
      views.changeLanes()
    }
    if let late = views.lateTime(at: now) {
      request.due.append(.wait(until: late))
    } else if let view = views.show(wanted.view, window: wanted.window, at: now) {
      request.due.append(.send(.show(view)))
    }
    return request
  }

  mutating func receive(_ done: ViewDone) { views.receive(done) }

  /// Receives the picture of a lane or of the overview.
  ///
  /// An outdated picture is ignored.
  mutating func receive(_ spans: LaneSpans, columnCount: Int) {
    guard let window = views.window(of: spans.view) else { return }
    if spans.flags.contains(.overview) { return pictures.receive(overview: spans) }
    let key = LaneKey(column: Int(spans.column), isSecond: spans.flags.contains(.second))
    guard key.column < columnCount, let asked = lanes.lane(key) else { return }
    pictures.receive(spans, window: window, range: ValueRange(low: asked.low, high: asked.high))
  }

  /// Receives the most frequent values of a column, and returns whether the column is a text column.
  mutating func receive(_ summary: TextSummary, _ columns: [DataColumn]) -> Bool {
    guard columns.hasTexts(summary.column) else { return false }
    pictures.receive(summary)
    return true
  }

  /// Receives the strip of a text column, and returns whether the strip is still needed.
  mutating func receive(_ strip: TextStrip, _ columns: [DataColumn]) -> Bool {
    guard columns.hasTexts(strip.column), let window = views.window(of: strip.view) else { return false }
    pictures.receive(strip, window: window)
    return true
  }
}

extension [DataColumn] {
  /// Returns whether a column is a text column.
  fileprivate func hasTexts(_ column: UInt16) -> Bool {
    indices.contains(Int(column)) && self[Int(column)].isText
  }
}
