public import WaveDataWire
import WaveWire

/// The state of one client's display of a table: a view, its lanes and overview, text columns, and a scatter
/// plot.
///
/// The latest request of each kind applies until it is replaced.
public struct ClientView: Sendable {
  /// A key that identifies a lane.
  ///
  /// A column has two lanes while two lenses are compared.
  ///
  /// The first lanes of all columns sort before all second lanes.
  public struct LaneKey: Hashable, Comparable, Sendable {
    /// The index of the column in the table.
    public let column: UInt16
    /// Whether this is the second lane of the column.
    public let isSecond: Bool

    /// Creates the key of a column's lane.
    public init(column: UInt16, isSecond: Bool = false) {
      self.column = column
      self.isSecond = isSecond
    }

    /// Creates the key of a requested lane.
    public init(_ lane: ShowLane) { self.init(column: lane.column, isSecond: lane.isSecond) }

    /// Returns whether the first lane sorts before the second.
    public static func < (a: LaneKey, b: LaneKey) -> Bool {
      a.isSecond == b.isSecond ? a.column < b.column : b.isSecond
    }
  }

  /// The maximum number of lanes; further lanes are ignored.
  public static let lanesLimit = WireLimits.columnsPerMessage

  /// The latest view; nil before the first one.
  public private(set) var view: ShowTable?
  /// The overview, which is a lane that always shows the whole table; nil if it is not shown.
  public private(set) var overview: ShowLane?
  /// The text columns to show; nil before the first request.
  public private(set) var texts: ShowTexts?
  /// The scatter plot to show; nil if there is none.
  public private(set) var scatter: ShowScatter?
  private var lanes: [LaneKey: ShowLane] = [:]

  /// The keys of the lanes, in drawing order.
  public var laneKeys: [LaneKey] { lanes.keys.sorted() }

  /// Returns the lane with the given key, or nil if it is not shown.
  public subscript(key: LaneKey) -> ShowLane? { lanes[key] }

  /// Replaces the current view.
  public mutating func show(_ next: ShowTable) { view = next }

  /// Adds, replaces or removes a lane, or replaces the overview.
  public mutating func show(_ lane: ShowLane) {
    let key = LaneKey(lane)
    if lane.isOverview {
      overview = lane
    } else if lane.pixels == 0 {
      lanes[key] = nil
    } else if lanes.count < Self.lanesLimit || lanes[key] != nil {
      lanes[key] = lane
    }
  }

  /// Replaces the text columns.
  public mutating func show(_ next: ShowTexts) { texts = next }

  /// Replaces or removes the scatter plot.
  ///
  /// - Returns: Whether a scatter plot is shown now.
  @discardableResult public mutating func show(_ next: ShowScatter) -> Bool {
    scatter = next.columns > 0 && next.rows > 0 ? next : nil
    return scatter != nil
  }

  /// Removes everything but the view, because the client has switched to a different table.
  public mutating func hide() {
    lanes = [:]
    overview = nil
    texts = nil
    scatter = nil
  }
}
