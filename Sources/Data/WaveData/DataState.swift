import WaveDataWire
import WaveSeries
import WaveWire

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
