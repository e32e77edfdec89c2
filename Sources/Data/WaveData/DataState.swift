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
