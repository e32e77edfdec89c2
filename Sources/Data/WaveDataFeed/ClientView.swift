public import WaveDataWire
import WaveWire

/// What one client shows of a table: a view, its lanes and overview, columns of texts, and a scatter plot.
///
/// The newest request of each kind applies until another one replaces it.
public struct ClientView: Sendable {
  /// The key of a lane: a column has two lanes while two lenses are compared.
  ///
  /// All first lanes sort before all second ones.
  public struct LaneKey: Hashable, Comparable, Sendable {
    /// The column of the table.
    public let column: UInt16
    /// Whether this is the second lane of the column.
    public let isSecond: Bool

    /// Makes the key of a column's lane.
    public init(column: UInt16, isSecond: Bool = false) {
      self.column = column
      self.isSecond = isSecond
    }

    /// Returns the key of a lane.
    public init(_ lane: ShowLane) { self.init(column: lane.column, isSecond: lane.isSecond) }

    /// Whether a lane sorts before another one.
    public static func < (a: LaneKey, b: LaneKey) -> Bool {
      a.isSecond == b.isSecond ? a.column < b.column : b.isSecond
    }
  }

  /// The maximum number of lanes; further ones are ignored.
  public static let lanesLimit = WireLimits.columnsPerMessage

  /// The newest view; nil before the first one.
  public private(set) var view: ShowTable?
  /// The lane that always shows the whole table.
  public private(set) var overview: ShowLane?
  /// The columns of texts.
  public private(set) var texts: ShowTexts?
  /// The scatter plot.
  public private(set) var scatter: ShowScatter?
  private var lanes: [LaneKey: ShowLane] = [:]
  private let hasSecondLanes: Bool

  /// Starts without a view.
  ///
  /// - Parameter hasSecondLanes: Whether columns can have a second lane; if not, second lanes are ignored.
  public init(hasSecondLanes: Bool = true) { self.hasSecondLanes = hasSecondLanes }

  /// The keys of the lanes, in the order of drawing.
  public var laneKeys: [LaneKey] { lanes.keys.sorted() }

  /// The lanes, in the order of drawing.
  public var shownLanes: [ShowLane] { laneKeys.compactMap { lanes[$0] } }

  /// Returns a lane; nil if it is not shown.
  public subscript(key: LaneKey) -> ShowLane? { lanes[key] }

  /// Replaces the view.
  public mutating func show(_ next: ShowTable) { view = next }

  /// Adds, replaces or removes a lane, or replaces the overview.
  public mutating func show(_ lane: ShowLane) {
    let key = LaneKey(lane)
    if lane.isOverview {
      overview = lane
    } else if lane.pixels == 0 {
      lanes[key] = nil
    } else if !lane.isSecond || hasSecondLanes, lanes.count < Self.lanesLimit || lanes[key] != nil {
      lanes[key] = lane
    }
  }

  /// Replaces the columns of texts.
  public mutating func show(_ next: ShowTexts) { texts = next }

  /// Replaces or ends the scatter plot.
  ///
  /// - Returns: Whether there is one now.
  @discardableResult public mutating func show(_ next: ShowScatter) -> Bool {
    scatter = next.columns > 0 && next.rows > 0 ? next : nil
    return scatter != nil
  }

  /// Removes everything but the view, since the client shows another table.
  public mutating func hide() {
    lanes = [:]
    overview = nil
    texts = nil
    scatter = nil
  }
}
