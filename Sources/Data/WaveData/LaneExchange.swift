import WaveDataWire

/// What the server is asked for of lanes, and what it has sent.
struct LaneExchange: Sendable {
  /// What is to be seen of a table.
  struct Wish {
    let lanes: [ShowLane]
    let texts: ShowTexts
    let overview: ShowLane?
    /// The view, whatever number it has, and its window.
    let view: ShowTable
    let window: TickWindow
  }

  /// What a wish asks for.
  struct Request {
    /// Messages, and when the view on its way is late, which has to be awaited.
    fileprivate(set) var due: [Due] = []
    /// Whether other texts are counted than before.
    fileprivate(set) var hasOtherTexts = false
  }

  private(set) var views = ViewRequests()
  private(set) var lanes = LaneRequests()
  private(set) var pictures = LanePictures()

  /// The connection was opened or closed: the server knows of nothing that was asked for.
  mutating func connectionChanged() {
    views.connectionChanged()
    lanes = LaneRequests()
  }

  /// Another table is shown: what is on its way is of the one before.
  mutating func forgetViews() { views.forget() }

  /// Leaves what was drawn of rows that are shown no more.
  mutating func forgetPictures() {
    pictures.removeAll()
    lanes = LaneRequests()
  }

  /// Other rows are shown from now on.
  mutating func changeRows() { pictures.changeRows() }

  /// The rows are in another order from now on.
  mutating func changeOrder() {
    pictures.changeRows()
    pictures.forgetOverview()
  }

  /// A column has other values, for which the newest view has not been drawn.
  mutating func changeLanes() { views.changeLanes() }

  /// Asks for what is to be seen, where that is not what was asked for last.
  mutating func ask(_ wish: Wish, at now: Int64) -> Request {
    var request = Request()
    for lane in lanes.show(wish.lanes) {
      request.due.append(.send(.showLane(lane)))
      // What was drawn for another height or other values remains until the new one is there.
      if lane.pixels > 0 { views.changeLanes() }
    }
    if lanes.show(wish.texts) {
      request.due.append(.send(.showTexts(wish.texts)))
      request.hasOtherTexts = true
      views.changeLanes()
    }
    if let overview = wish.overview, lanes.showOverview(overview) {
      request.due.append(.send(.showLane(overview)))
      views.changeLanes()
    }
    if let late = views.lateTime(at: now) {
      request.due.append(.wait(until: late))
    } else if let view = views.show(wish.view, window: wish.window, at: now) {
      request.due.append(.send(.show(view)))
    }
    return request
  }

  mutating func receive(_ done: ViewDone) { views.receive(done) }

  /// Receives the picture of a lane, or of the whole table, unless nobody asks for it any more.
  mutating func receive(_ spans: LaneSpans, columnCount: Int) {
    guard let window = views.window(of: spans.view) else { return }
    if spans.flags.contains(.overview) { return pictures.receive(overview: spans) }
    let key = LaneKey(column: Int(spans.column), isSecond: spans.flags.contains(.second))
    guard key.column < columnCount, let asked = lanes.lane(key) else { return }
    pictures.receive(spans, window: window, range: ValueRange(low: asked.low, high: asked.high))
  }

  /// Receives what is known of a column; returns whether it is one of texts.
  mutating func receive(_ summary: TextSummary, _ columns: [DataColumn]) -> Bool {
    guard columns.hasTexts(summary.column) else { return false }
    pictures.receive(summary)
    return true
  }

  /// Receives the strip of a column of texts; returns whether anybody asks for it.
  mutating func receive(_ strip: TextStrip, _ columns: [DataColumn]) -> Bool {
    guard columns.hasTexts(strip.column), let window = views.window(of: strip.view) else { return false }
    pictures.receive(strip, window: window)
    return true
  }
}

extension [DataColumn] {
  /// Whether a column is one of texts.
  fileprivate func hasTexts(_ column: UInt16) -> Bool {
    indices.contains(Int(column)) && self[Int(column)].isText
  }
}
