public import WaveDataWire

/// The pictures that are missing from a client's newest view, and the order in which they are made.
///
/// A generation is everything that is drawn of one view and one state of the table: work on an older one is
/// useless.
public struct PictureQueue: Sendable {
  /// A picture to be made.
  public enum Picture: Equatable, Sendable {
    /// A scatter plot.
    case scatter(ShowScatter)
    /// A lane.
    case lane(ShowLane)
    /// The strip of a column of texts.
    case texts(UInt16)
  }

  /// The number of the newest generation.
  public private(set) var generation = 0
  /// Whether all pictures of the view have been made, and its end was announced.
  public private(set) var isDone = true
  private var lanes: [ClientView.LaneKey] = []
  private var texts: [UInt16] = []
  private var hasScatter = false
  private var hasOverview = false
  private var hasAxis = false
  private var hasCoarse = false
  /// Places along x of the points that a lens has chosen, by column.
  private var points: [UInt16: [Int]] = [:]

  /// Starts without pictures.
  public init() {}

  /// Starts a generation: every picture of a view is made again.
  ///
  /// - Parameters:
  ///   - shown: What the client shows.
  ///   - hasOverview: Whether the overview is made again, too.
  ///   - isAnnounced: Whether the end of the view is announced again.
  public mutating func start(_ shown: ClientView, hasOverview: Bool, isAnnounced: Bool) {
    generation += 1
    lanes = shown.laneKeys
    texts = shown.texts?.columns ?? []
    hasScatter = shown.scatter != nil
    (hasAxis, hasCoarse) = (true, true)
    if hasOverview { self.hasOverview = true }
    if isAnnounced { isDone = false }
    points = [:]
  }

  /// Ends the generation, since the client shows another table.
  public mutating func end() {
    generation += 1
    drop()
    (points, isDone) = ([:], true)
  }

  /// Drops all pictures, since the source has none now.
  public mutating func drop() {
    (lanes, texts) = ([], [])
    (hasScatter, hasOverview, hasAxis, hasCoarse) = (false, false, false, false)
  }

  /// Requests the overview again.
  public mutating func requestOverview() { hasOverview = true }

  /// Requests the scatter plot again, or drops it.
  public mutating func requestScatter(_ isShown: Bool = true) { hasScatter = isShown }

  /// Requests the lanes of some columns again.
  public mutating func requestLanes(of columns: [Int], in shown: ClientView) {
    lanes += shown.laneKeys.filter { columns.contains(Int($0.column)) && !lanes.contains($0) }
    for column in columns { points[UInt16(truncatingIfNeeded: column)] = nil }
  }

  /// Drops a lane that is no longer shown.
  public mutating func drop(_ key: ClientView.LaneKey) { lanes.removeAll { $0 == key } }

  /// Whether the view lacks nothing; the overview comes after it.
  package var isEmpty: Bool { !hasAxis && !hasScatter && lanes.isEmpty && texts.isEmpty }

  /// Whether lanes are missing.
  package var hasLanes: Bool { !lanes.isEmpty }

  /// Whether the range of x has to be known.
  package var needsAxis: Bool { hasOverview || !isEmpty }

  /// The next column of texts.
  package var nextTexts: UInt16? { texts.first }

  /// Notes that the range of x is known.
  package mutating func endAxis() { hasAxis = false }

  /// Removes the next column of texts.
  package mutating func dropTexts() { if !texts.isEmpty { texts.removeFirst() } }

  /// Removes and returns the scatter plot.
  package mutating func nextScatter(in shown: ClientView) -> ShowScatter? {
    defer { hasScatter = false }
    return hasScatter ? shown.scatter : nil
  }

  /// Returns the lanes of a quick picture, once for each generation.
  package mutating func nextCoarse(in shown: ClientView) -> [ShowLane] {
    defer { hasCoarse = false }
    return hasCoarse ? lanes.compactMap { shown[$0] } : []
  }

  /// Removes and returns the next lanes.
  ///
  /// - Parameters:
  ///   - shown: What the client shows.
  ///   - limit: Maximum number of lanes.
  /// - Returns: The lanes that are still shown.
  package mutating func nextLanes(in shown: ClientView, limit: Int) -> [ShowLane] {
    let next = lanes.prefix(limit)
    lanes.removeFirst(next.count)
    return next.compactMap { shown[$0] }
  }

  /// Removes and returns the next picture of the view: the scatter plot, the lanes, then the texts.
  public mutating func next(in shown: ClientView) -> Picture? {
    if hasScatter, let scatter = shown.scatter {
      hasScatter = false
      return .scatter(scatter)
    }
    while !lanes.isEmpty {
      if let lane = shown[lanes.removeFirst()] { return .lane(lane) }
    }
    return texts.isEmpty ? nil : .texts(texts.removeFirst())
  }

  /// Removes and returns the overview, which is made after the view.
  public mutating func nextOverview(in shown: ClientView) -> ShowLane? {
    guard hasOverview, let lane = shown.overview else { return nil }
    hasOverview = false
    return lane
  }

  /// Notes that the end of the view is announced.
  ///
  /// - Returns: Whether it has to be announced now.
  public mutating func announceEnd() -> Bool {
    defer { isDone = true }
    return !isDone
  }

  /// Stores the places of the points that a lens has chosen in a column.
  public mutating func store(points places: [Int], of column: UInt16) { points[column] = places }

  /// Returns the places of the points that a lens has chosen in a column; nil if they belong to another
  /// generation, or all rows are drawn.
  public func points(of column: UInt16, in generation: Int) -> [Int]? {
    generation == self.generation ? points[column] : nil
  }
}
