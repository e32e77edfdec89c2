import WaveDataWire
import WaveUnits
import WaveWire

/// The pixel columns across which an axis is shown.
struct AxisPixels: Equatable, Sendable {
  /// The width in device pixels.
  let width: Float
  /// Whether pixel columns must begin at multiples of their width, as in a remote table.
  let isRemote: Bool

  /// The number of pixel columns.
  var count: Int64 { Int64(saturating: Swift.max(1, Swift.min(width, Float(WireLimits.tablePixels)))) }
}

/// The x axis and its visible window.
struct AxisView: Sendable {
  /// The time, in microseconds, that a window must remain unchanged before it is aligned to the grid of pixel
  /// columns.
  static let stillMicroseconds: Int64 = 150_000
  /// The minimum number of ticks in the visible window.
  private static let leastWidth = 4.0
  /// The largest difference, in pixels, that is treated as a rounding error.
  private static let roundedPixels = 0.01

  /// An input from a touch gesture, a key or a control.
  enum Input {
    /// Moves the window by the finger's movement, in device pixels.
    case pan(dx: Float)
    /// Magnifies the window by a factor about a horizontal position on the screen.
    case zoom(by: Double, x: Float)
    /// Shows the given range of ticks, limited to the axis.
    case place(start: Double, width: Double)
    /// Shows the whole axis.
    case whole
    /// Shows the whole axis after its next change.
    case wholeNext
    /// Adjusts the window after the screen has changed.
    case fit
  }

  private(set) var axis: TableAxis?
  private(set) var window = TickWindow(start: 0, width: 1)
  /// Whether the window covers the whole axis, and continues to do so when the axis grows.
  private(set) var isWhole = true
  /// The window at the last check, which has been unchanged since `unchangedSince`.
  private var resting = TickWindow(start: 0, width: 1)
  private var unchangedSince: Int64 = .min / 2

  /// The number of ticks in the whole axis.
  var ticks: Double {
    guard let axis else { return 1 }
    return Swift.max(1, Double(axis.until) - Double(axis.from))
  }

  // MARK: - Positions

  /// Returns the horizontal position of a tick on the screen, in device pixels.
  func x(ofTick tick: Double, width: Float) -> Float { Float((tick - window.start) / window.width) * width }

  /// Returns the tick at a horizontal position on the screen, clamped to the axis.
  func tick(atX x: Float, width: Float) -> Double {
    Swift.max(0, Swift.min(ticks - 1, window.start + Double(x / Swift.max(1, width)) * window.width))
  }

  // MARK: - Movement

  /// Replaces the axis, which can be nil, and shows all of it.
  mutating func show(_ next: TableAxis?, on pixels: AxisPixels) {
    axis = next
    isWhole = true
    fit(on: pixels)
  }

  /// Updates the axis.
  ///
  /// If the origin, order or column of the axis has changed, the whole axis is shown.
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

  /// Shows the whole axis if `isWhole` is set, and otherwise keeps the window within the axis.
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

  /// Aligns a window that has stopped moving to the grid, so that its pixel columns match the server's
  /// picture.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - isHeld: Whether fingers are down or the window is gliding.
  ///   - pixels: The pixels on which the axis is shown.
  /// - Returns: A redraw if the window has changed, or a wait until it can be aligned; nil if no action is
  ///   needed.
  mutating func settle(at now: Int64, isHeld: Bool, on pixels: AxisPixels) -> Due? {
    guard pixels.isRemote, axis != nil, !isWhole else { return nil }
    if window != resting { (resting, unchangedSince) = (window, now) }
    guard let next = asked(on: pixels)?.window, next != window else { return nil }
    // After a move by whole pixels, the two windows differ only by rounding errors.
    let slack = Self.roundedPixels * (window.width / Double(pixels.count))
    let isThere =
      (next.start - window.start).magnitude < slack && (next.end - window.end).magnitude < slack
    if !isThere {
      guard !isHeld else { return nil }
      guard now - unchangedSince >= Self.stillMicroseconds else {
        return .wait(until: unchangedSince + Self.stillMicroseconds)
      }
    }
    window = next
    resting = next
    return .redraw
  }
}
