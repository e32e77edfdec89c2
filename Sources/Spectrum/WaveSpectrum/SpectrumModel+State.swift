import WaveInteraction
import WaveSpectrumWire
import WaveUnits

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
  /// When rows last came less often than asked, and how long it is from one to the next, on average.
  private(set) var slowedAt = Int64.min / 2
  private(set) var slowedMicroseconds: Double = 0

  /// Notes that a row came so late since rows are too long for the rate asked.
  mutating func slowed(toMicroseconds interval: Int64, at now: Int64) {
    let isFirst = now - slowedAt > 1_000_000
    slowedMicroseconds += (Double(interval) - slowedMicroseconds) * (isFirst ? 1 : 0.1)
    slowedAt = now
  }
}

/// What the finger on the plot holds.
package enum Grab: Equatable, Sendable { case plot, marker, legend }

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
