import WaveDataWire

/// Which lanes the server was asked for last, and how they are seen.
struct LaneRequests: Sendable {
  /// The lanes, none of them twice.
  private(set) var lanes: [ShowLane] = []
  private var overview: ShowLane?
  private var texts: ShowTexts?

  /// How a lane was asked for; nil if it was not.
  func lane(_ key: LaneKey) -> ShowLane? { lanes.first { LaneKey($0) == key } }

  /// Shows these lanes, and no others.
  ///
  /// - Returns: What the server does not know: lanes that are new or seen otherwise, then, without a height,
  ///   those that are gone.
  mutating func show(_ wanted: [ShowLane]) -> [ShowLane] {
    var changed: [ShowLane] = []
    for lane in wanted {
      if let place = lanes.firstIndex(where: { LaneKey($0) == LaneKey(lane) }) {
        guard lanes[place] != lane else { continue }
        lanes[place] = lane
      } else {
        lanes.append(lane)
      }
      changed.append(lane)
    }
    for place in lanes.indices.reversed() {
      let key = LaneKey(lanes[place])
      guard !wanted.contains(where: { LaneKey($0) == key }) else { continue }
      let gone = lanes.remove(at: place)
      changed.append(
        ShowLane(
          column: gone.column, lens: 0, threshold: 3, pixels: 0, isSecond: gone.isSecond, low: 0, high: 1))
    }
    return changed
  }

  /// Shows the strip of the whole table.
  ///
  /// - Returns: Whether the server does not know that.
  mutating func showOverview(_ wanted: ShowLane) -> Bool {
    guard overview != wanted else { return false }
    overview = wanted
    return true
  }

  /// Shows columns of texts.
  ///
  /// - Returns: Whether the server does not know that; no columns are what it knows before the first.
  mutating func show(_ wanted: ShowTexts) -> Bool {
    guard texts != wanted, texts != nil || !wanted.columns.isEmpty else { return false }
    texts = wanted
    return true
  }
}

extension LaneKey {
  init(_ lane: ShowLane) { self.init(column: Int(lane.column), isSecond: lane.isSecond) }
}
