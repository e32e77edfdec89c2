import WaveDataWire

/// The lanes and text columns that were last requested from the server.
struct LaneRequests: Sendable {
  /// The requested lanes, without duplicates.
  private(set) var lanes: [ShowLane] = []
  private var overview: ShowLane?
  private var texts: ShowTexts?

  /// Returns the request for a lane, or nil if there is none.
  func lane(_ key: LaneKey) -> ShowLane? { lanes.first { LaneKey($0) == key } }

  /// Replaces the requested lanes.
  ///
  /// - Returns: The changes to send to the server: lanes that are new or have changed, followed by removed
  ///   lanes with a height of 0.
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

  /// Requests the overview strip.
  ///
  /// - Returns: Whether the request differs from the last one.
  mutating func showOverview(_ wanted: ShowLane) -> Bool {
    guard overview != wanted else { return false }
    overview = wanted
    return true
  }

  /// Requests the text columns to show.
  ///
  /// - Returns: Whether the request differs from the last one. An empty first request counts as unchanged.
  mutating func show(_ wanted: ShowTexts) -> Bool {
    guard texts != wanted, texts != nil || !wanted.columns.isEmpty else { return false }
    texts = wanted
    return true
  }
}

extension LaneKey {
  init(_ lane: ShowLane) { self.init(column: Int(lane.column), isSecond: lane.isSecond) }
}
