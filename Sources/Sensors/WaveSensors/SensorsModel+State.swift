/// Settings of the paper of an electrocardiogram.
struct PaperSettings: Equatable, Sendable {
  /// Rows and columns of leads.
  enum Form: UInt8, Equatable {
    /// Three rows of four leads, and lead II below them.
    case threeByFour = 0
    /// Six rows of two.
    case sixByTwo = 1
    /// Twelve rows.
    case twelve = 2
  }

  static let speeds: [Double] = [25, 50]
  static let gains: [Double] = [5, 10, 20]

  var form = Form.threeByFour
  /// Paper speed in millimetres a second.
  var speed = 25.0
  /// Millimetres for a millivolt.
  var gain = 10.0
  /// Device-independent points in a millimetre: a point is 1/96 inch, unless it was measured with a bank
  /// card.
  var pointsPerMillimetre: Float = 96 / 25.4
  /// Whether that was measured on this screen.
  var isCalibrated = false
}

/// One stream's place on the screen.
struct Lane: Equatable, Sendable {
  /// The stream, as counted through the source's groups.
  var channel: Int
  var group: Int
  /// Its place among the group's shown streams.
  var place: Int
  /// In device pixels from the plot's top.
  var y: Float
  var height: Float
  /// Columns of the plot that it has.
  var columns: Range<Int>
  var color: Int
  /// Value in the middle, and values from bottom to top.
  var center: Double
  var span: Double
}

/// What the player's strip holds.
struct StripState: Equatable, Sendable {
  var isCreated = false
  var columns = 0
  var height = 0
  /// What its columns were drawn for: a change of anything here draws all of them anew.
  var lanes: [Lane] = []
  var columnMicroseconds = 0.0
  var isDark = true
  var motion = SensorsModel.Motion.scroll
  /// Columns of the absolute lattice that it holds.
  var drawn: Range<Int64> = 0..<0
  /// When a frame was drawn last.
  var drawnAt: Int64 = .min / 2
  /// Columns that have changed in it since: blocks came late.
  var stale: Range<Int64>?
  /// Where it changed in the frame that is being drawn, in columns of the plot; nil where everywhere.
  var changed: Range<Int>?
}

/// What the finger on the plot holds.
package enum Grab: Equatable, Sendable {
  case plot
  /// The lane that was touched first, by its stream: a finger that leaves it moves no other.
  case lane(Int)
  /// The lane between two fingers, by its stream; nil where there is none.
  case pinched(Int?)
  /// A lane, by its label.
  case label(Int)
  /// One of the lines that measure.
  case caliper(Int)
  /// The level that a stream has to cross.
  case level
  /// An edge of a stream's alarm band.
  case alarm(channel: Int, isHigh: Bool)

  /// Whether it is the picture itself, rather than something that stands in it.
  var isPicture: Bool {
    switch self {
    case .plot, .lane, .pinched: true
    default: false
    }
  }
}

/// What a tap changed, to be undone if it becomes a double tap.
struct BeforeTap: Equatable, Sendable {
  var isPaused: Bool
  var frozenEdge: Double?
  var delayMicroseconds: Int64
}

/// Two lines that measure; places are shares of the plot's width and height.
struct Calipers: Equatable, Sendable {
  var x: [Float] = [0.3, 0.5]
  var y: [Float] = [0.4, 0.5]
}

/// What a screen reader is told anew of.
struct ReadingKey: Equatable, Sendable {
  var source: Int
  var state: [UInt8]
  var layout: SensorsModel.Layout
  var isTesting: Bool
}
