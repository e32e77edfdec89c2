package import WaveDataWire

/// A queue of the pictures of a client's latest view that remain to be requested, in order.
package struct PictureQueue: Sendable {
  /// Whether all pictures of the view have been computed, and the client has been notified.
  package private(set) var isDone = true
  private var lanes: [ClientView.LaneKey] = []
  private var texts: [UInt16] = []
  private var hasScatter = false
  private var hasOverview = false
  private var hasAxis = false
  private var hasCoarse = false

  /// Adds all pictures of a view.
  ///
  /// - Parameters:
  ///   - shown: The state of the client's display.
  ///   - hasOverview: Whether to compute the overview again as well.
  ///   - isAnnounced: Whether to notify the client again when the view is complete.
  package mutating func start(_ shown: ClientView, hasOverview: Bool, isAnnounced: Bool) {
    lanes = shown.laneKeys
    texts = shown.texts?.columns ?? []
    hasScatter = shown.scatter != nil
    (hasAxis, hasCoarse) = (true, true)
    if hasOverview { self.hasOverview = true }
    if isAnnounced { isDone = false }
  }

  /// Clears the queue, because the client has switched to a different table.
  package mutating func end() {
    drop()
    isDone = true
  }

  /// Removes all pictures, because the source cannot provide any now.
  package mutating func drop() {
    (lanes, texts) = ([], [])
    (hasScatter, hasOverview, hasAxis, hasCoarse) = (false, false, false, false)
  }

  /// Requests the overview again.
  package mutating func requestOverview() { hasOverview = true }

  /// Requests the scatter plot again, or removes it from the queue.
  package mutating func requestScatter(_ isShown: Bool = true) { hasScatter = isShown }

  /// Requests the lanes of the given columns again.
  package mutating func requestLanes(of columns: [Int], in shown: ClientView) {
    lanes += shown.laneKeys.filter { columns.contains(Int($0.column)) && !lanes.contains($0) }
  }

  /// Removes a lane that is no longer shown.
  package mutating func drop(_ key: ClientView.LaneKey) { lanes.removeAll { $0 == key } }

  /// Whether no pictures of the view remain to be requested, apart from the overview, which is computed last.
  package var isEmpty: Bool { !hasAxis && !hasScatter && lanes.isEmpty && texts.isEmpty }

  /// Whether any lanes remain to be requested.
  package var hasLanes: Bool { !lanes.isEmpty }

  /// Whether the next picture depends on the range of the x axis.
  package var needsAxis: Bool { hasOverview || !isEmpty }

  /// The next text column; nil if there is none.
  package var nextTexts: UInt16? { texts.first }

  /// Records that the range of the x axis is known.
  package mutating func endAxis() { hasAxis = false }

  /// Removes the next text column.
  package mutating func dropTexts() { if !texts.isEmpty { texts.removeFirst() } }

  /// Removes and returns the scatter plot, or returns nil if it does not need to be requested.
  package mutating func nextScatter(in shown: ClientView) -> ShowScatter? {
    defer { hasScatter = false }
    return hasScatter ? shown.scatter : nil
  }

  /// Returns the remaining lanes for a quick picture when first called for a view, and an empty array
  /// afterwards.
  package mutating func nextCoarse(in shown: ClientView) -> [ShowLane] {
    defer { hasCoarse = false }
    return hasCoarse ? lanes.compactMap { shown[$0] } : []
  }

  /// Removes and returns the next lanes.
  ///
  /// - Parameters:
  ///   - shown: The state of the client's display.
  ///   - limit: The maximum number of lanes.
  /// - Returns: The removed lanes that are still shown.
  package mutating func nextLanes(in shown: ClientView, limit: Int) -> [ShowLane] {
    let next = lanes.prefix(limit)
    lanes.removeFirst(next.count)
    return next.compactMap { shown[$0] }
  }

  /// Removes and returns the overview, which is computed after the view.
  package mutating func nextOverview(in shown: ClientView) -> ShowLane? {
    guard hasOverview, let lane = shown.overview else { return nil }
    hasOverview = false
    return lane
  }

  /// Marks the view as complete.
  ///
  /// - Returns: Whether the client must still be notified.
  package mutating func announceEnd() -> Bool {
    defer { isDone = true }
    return !isDone
  }
}
