import WaveInteraction
import WaveUnits
import WaveWire

/// The newest row of the spectrum.
struct Trace: Equatable, Sendable {
  var band: Band
  var columns: Int
  var planes: PlaneSet
  var sequence: UInt32
  /// Start of its interval in server microseconds.
  var startMicroseconds: Int64
  var values: [Int16]

  /// Where the values of a plane begin, if the row has it.
  func start(of plane: PlaneSet) -> Int? {
    guard planes.contains(plane) else { return nil }
    let below = PlaneSet(rawValue: planes.rawValue & (plane.rawValue &- 1))
    return below.count * columns
  }

  /// The column in which a frequency lies, if any.
  func column(of hertz: Double) -> Int? {
    let position = ((hertz - band.low) / band.width * Double(columns)).rounded(.down)
    guard position >= 0, position < Double(columns) else { return nil }
    return Int(saturating: position)
  }

  /// The frequency in the middle of a column.
  func hertz(of column: Int) -> Double {
    band.low + (Double(column) + 0.5) / Double(columns) * band.width
  }
}

/// A moment on both clocks.
struct ServerMoment: Equatable, Sendable {
  var client: Int64
  var server: Int64
}

/// What the player's ring of waterfall rows holds.
struct RingState: Equatable, Sendable {
  var isCreated = false
  var columns = 0
  var serials: [UInt32] = []
  var low = Int16.min
  var high = Int16.min
}

/// The power meter's values.
struct MeterState: Equatable, Sendable {
  var millibels: Int16?
  var maximum: Int16?
  var shownText: [UInt8] = []
  var shownAt = Int64.min / 2
}

/// What a screen reader is told anew of.
struct ReadingKey: Equatable, Sendable {
  var mode: ViewMode
  var isPaused: Bool
  var isAnswering: Bool
  var isComing: Bool
  var hertz: Double?
}

/// What did not reach the screen since the source was opened.
struct Losses: Equatable, Sendable {
  var lastSequence: UInt32?
  var lastView: UInt16 = 0
  var lost: UInt64 = 0
  var skipped: UInt64 = 0
  var skippedAt = Int64.min / 2
  /// Lines of the waterfall that lack rows.
  var incomplete: UInt64 = 0
  var incompleteAt = Int64.min / 2
  var clippedAt = Int64.min / 2
}

/// A band on its way back to where it may be.
struct Settling: Equatable, Sendable {
  var target: Band
  var last: Int64
}

/// What the finger on the plot holds.
enum Grab: Equatable, Sendable { case plot, marker, legend }

/// What a tap changed, to be undone if it becomes a double tap.
struct BeforeTap: Equatable, Sendable {
  var isPaused: Bool
  var frozenTop: Int64?
  var offsetMicroseconds: Int64
}

/// A thumb of the frequency slider under a finger.
struct ThumbGrab: Equatable, Sendable {
  var id: UInt8
  var isHigh: Bool
  var fraction: Double
  var track: Band
  var hertz: Double
}

/// What rows were reduced to: equal ones may stand side by side, whatever view they were made for.
struct Reduction: Equatable, Sendable {
  var source: UInt16
  var columns: UInt16
  var slotMicroseconds: UInt32
  var lowHertz: Double
  var highHertz: Double

  init(_ view: ShowView) {
    source = view.source
    columns = view.columns
    slotMicroseconds = view.slotMicroseconds
    lowHertz = view.lowHertz
    highHertz = view.highHertz
  }
}

/// Numbers reductions, and remembers which one the latest views had.
struct Reductions: Equatable, Sendable {
  private(set) var current: UInt32 = 0
  private var newest: Reduction?
  private var views: [View] = []

  private struct View: Equatable, Sendable {
    var view: UInt16
    var number: UInt32
  }

  mutating func register(_ view: ShowView) {
    let reduction = Reduction(view)
    if reduction != newest {
      current &+= 1
      newest = reduction
    }
    if views.count >= 16 { views.removeFirst() }
    views.append(View(view: view.view, number: current))
  }

  func number(ofView view: UInt16) -> UInt32? { views.last { $0.view == view }?.number }
}
