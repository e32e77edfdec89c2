import WaveDataWire
import WaveUnits
import WaveWire

/// Pixels that an axis is shown on.
struct AxisPixels: Equatable, Sendable {
  /// Device pixels from edge to edge.
  let width: Float
  /// Whether columns of pixels have to begin at multiples of their width, as where another engine holds the
  /// rows.
  let isRemote: Bool

  /// Columns of pixels.
  var count: Int64 {
    Int64(saturating: Swift.max(1, Swift.min(width, Float(WireLimits.tablePixels))))
  }
}

/// What is along x, and the part of it that is shown.
struct AxisView: Sendable {
  /// A window that has not moved for this long is moved to where its picture is.
  static let stillMicroseconds: Int64 = 150_000
  /// The fewest ticks from edge to edge.
  private static let leastWidth = 4.0
  /// Pixels that a window may be off by what was rounded.
  private static let roundedPixels = 0.01

  /// What a finger, a key or a control does.
  enum Input {
    /// Moves x with the finger, in pixels.
    case pan(dx: Float)
    /// Scales x by a factor about a point.
    case zoom(by: Double, x: Float)
    /// Shows ticks, or as near to them as the axis has.
    case place(start: Double, width: Double)
    /// Shows the whole axis.
    case whole
    /// Shows the whole axis from its next change on.
    case wholeNext
    /// The screen has changed.
    case fit
  }

  private(set) var axis: TableAxis?
  private(set) var window = TickWindow(start: 0, width: 1)
  /// Whether the whole axis is shown, however it grows.
  private(set) var isWhole = true
  /// Where the window was last seen at rest, and since when.
  private var resting = TickWindow(start: 0, width: 1)
  private var restsSince: Int64 = .min / 2

  /// Ticks of the whole axis.
  var ticks: Double {
    guard let axis else { return 1 }
    return Swift.max(1, Double(axis.until) - Double(axis.from))
  }

  // MARK: - Places

  /// Where a tick is on the screen.
  func x(ofTick tick: Double, width: Float) -> Float { Float((tick - window.start) / window.width) * width }

  /// The tick at a place on the screen, the nearest where there is none.
  func tick(atX x: Float, width: Float) -> Double {
    Swift.max(0, Swift.min(ticks - 1, window.start + Double(x / Swift.max(1, width)) * window.width))
  }

  // MARK: - Movement

  /// Shows all of another axis, or of none.
  mutating func show(_ next: TableAxis?, on pixels: AxisPixels) {
    axis = next
    isWhole = true
    fit(on: pixels)
  }

  /// Receives an axis: that which is shown with more or fewer ticks, or another, all of which is shown then.
  mutating func receive(_ next: TableAxis, on pixels: AxisPixels) {
    if axis?.from != next.from || axis?.order != next.order || axis?.column != next.column { isWhole = true }
    axis = next
    fit(on: pixels)
  }

  mutating func handle(_ input: Input, on pixels: AxisPixels) {
    switch input {
    case .pan(let dx):
      guard dx != 0, pixels.width > 0 else { return }
      place(window.start - Double(dx) / Double(pixels.width) * window.width, window.width, on: pixels)
    case .zoom(let factor, let x):
      guard factor > 0, factor != 1, pixels.width > 0 else { return }
      let anchor = Double(x / pixels.width)
      let width = limited(window.width / factor)
      place(window.start + anchor * (window.width - width), width, on: pixels)
    case .place(let start, let width): place(start, width, on: pixels)
    case .whole:
      isWhole = true
      fit(on: pixels)
    case .wholeNext: isWhole = true
    case .fit: if isWhole { fit(on: pixels) }
    }
  }

  /// Shows the whole axis where that is wished, and holds the window within it.
  private mutating func fit(on pixels: AxisPixels) {
    if isWhole {
      window = wholeWindow(on: pixels)
    } else {
      place(window.start, window.width, on: pixels)
    }
  }

  private func limited(_ width: Double) -> Double {
    Swift.max(Swift.min(Self.leastWidth, ticks), Swift.min(ticks, width))
  }

  private mutating func place(_ start: Double, _ width: Double, on pixels: AxisPixels) {
    let width = limited(width)
    isWhole = width >= ticks
    window =
      isWhole
      ? wholeWindow(on: pixels)
      : TickWindow(start: Swift.max(0, Swift.min(ticks - width, start)), width: width)
  }

  private func wholeWindow(on pixels: AxisPixels) -> TickWindow {
    wholeTicks(on: pixels)?.window ?? TickWindow(start: 0, width: ticks)
  }

  /// Moves a window that rests to where its picture is, so that both have the same columns of pixels.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - isHeld: Whether fingers are down, or it glides.
  ///   - pixels: What it is shown on.
  /// - Returns: Whether it has moved, or when it may.
  mutating func settle(at now: Int64, isHeld: Bool, on pixels: AxisPixels) -> Due? {
    guard pixels.isRemote, axis != nil, !isWhole else { return nil }
    if window != resting { (resting, restsSince) = (window, now) }
    guard let next = asked(on: pixels)?.window, next != window else { return nil }
    // Moved by whole pixels it is there already, but for what was rounded.
    let slack = Self.roundedPixels * (window.width / Double(pixels.count))
    let isThere =
      (next.start - window.start).magnitude < slack && (next.end - window.end).magnitude < slack
    if !isThere {
      guard !isHeld else { return nil }
      guard now - restsSince >= Self.stillMicroseconds else {
        return .wait(until: restsSince + Self.stillMicroseconds)
      }
    }
    window = next
    resting = next
    return .redraw
  }
}
