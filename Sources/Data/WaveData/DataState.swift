import WaveDataWire
import WaveSeries
import WaveWire

/// Values from a lane's lower edge to its upper one.
struct ValueRange: Equatable, Sendable {
  var low: Double
  var high: Double

  var span: Double { high - low }

  /// Around values, with a little room; around a single value, too.
  init(minimum: Double, maximum: Double) {
    guard minimum.isFinite, maximum.isFinite, minimum <= maximum else {
      (low, high) = (0, 1)
      return
    }
    let room =
      maximum > minimum
      ? (maximum / 2 - minimum / 2) * 0.1 : Swift.max(minimum.magnitude * 1e-6, 0.5)
    let limit = WireLimits.tableValue
    low = Swift.max(-limit, minimum - room)
    high = Swift.min(limit, maximum + room)
    // Values beyond the limit of messages.
    if !(low < high) { (low, high) = (0, 1) }
  }

  /// Between two values, cut at the limit of messages.
  init(low: Double, high: Double) {
    self.low = Swift.max(-WireLimits.tableValue, low)
    self.high = Swift.min(WireLimits.tableValue, high)
  }
}

/// What is known of one column of the table, and how it is seen.
struct DataColumn: Sendable {
  var info: TableColumns.Column
  /// Where the user has put its values; nil where they are as they are.
  var range: ValueRange?
  /// Its own lens; nil for that of all.
  var lens: Lens?

  /// Whether it can be drawn.
  var isDrawn: Bool { info.kind != .text && info.kind != .other }
  /// Whether it has texts, of which the most frequent ones are seen.
  var isText: Bool { info.kind == .text }
  var shown: ValueRange { range ?? ValueRange(minimum: info.minimum, maximum: info.maximum) }
}

/// The part of x that is shown: ticks from the axis's first one on.
struct TickWindow: Equatable, Sendable {
  /// The left edge, in ticks from the axis's first one.
  var start: Double
  /// Ticks from edge to edge.
  var width: Double

  var end: Double { start + width }
}

/// A lane's picture as it came, and what it was made for.
struct LanePicture: Sendable {
  var view: UInt16
  var window: TickWindow
  var range: ValueRange
  /// Which rows it is of.
  var revision: UInt32
  var spans: LaneSpans
  var band: LaneSpans?
}

/// One lane on the screen, in device pixels.
struct DataLane: Equatable, Sendable {
  var column: Int
  var y: Float
  var height: Float
  var isPinned: Bool
  /// Whether it is the column's picture by the lens that is compared.
  var isSecond = false

  var key: LaneKey { LaneKey(column: column, isSecond: isSecond) }
}

/// One of a column's pictures.
struct LaneKey: Hashable, Sendable {
  var column: Int
  var isSecond = false
}

/// What the finger holds.
package enum DataGrab: Equatable, Sendable {
  case plot
  /// A lane, by its name.
  case label(Int)
  /// The strip that shows the whole table.
  case overview
  /// The line that reads values.
  case cursor
}

/// How lanes are put in order.
enum LaneOrder: Int, CaseIterable, Sendable {
  case table = 0
  case name = 1
  case correlation = 2
  case variation = 3
  case missing = 4
  case hand = 5
}

/// What the player's strip of a lane holds.
struct StripContent: Equatable, Sendable {
  var lane: LaneKey
  var view: UInt16
  var window: TickWindow
  var range: ValueRange
  var width: Int
  var height: Int
  var isDark: Bool
  var isPinned: Bool
  var revision: UInt32
}
