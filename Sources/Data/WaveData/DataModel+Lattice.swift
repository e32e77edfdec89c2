import WaveDataWire
import WaveInteraction
import WaveUnits
import WaveWire

/// The ticks that a view is asked for, and the window that they are.
struct AskedTicks: Equatable, Sendable {
  var from: Int64
  var until: Int64
  var window: TickWindow
}

/// Windows over another engine's rows: columns of pixels begin at multiples of their width, so that what has
/// been asked of the engine once fits again when the window is moved back.
extension DataModel {
  /// A column of pixels has more ticks than these where their multiples are kept to: below, moving by less
  /// than one is seen.
  static let latticeLeast: Int64 = 64
  /// A window that has not moved for this long is put where its picture is.
  static let stillMicroseconds: Int64 = 150_000
  /// Pixels that a window may be off by what was rounded.
  private static let roundedPixels = 0.01

  private var pixelsAcross: Int64 {
    Int64(saturating: Swift.max(1, Swift.min(screen.width, Float(WireLimits.tablePixels))))
  }

  /// The whole axis, and of another engine's what is beyond it to the next edges of columns of pixels.
  var wholeWindow: TickWindow {
    wholeTicks?.window ?? TickWindow(start: 0, width: axisTicks)
  }

  private var wholeTicks: AskedTicks? {
    guard catalog.isRemote, let axis, pixelsAcross > 8 else { return nil }
    let width = axis.until - axis.from
    guard width / pixelsAcross > Self.latticeLeast else { return nil }
    // One column of pixels is left for what the first one has before the axis.
    let ticks = (width - 1) / (pixelsAcross - 1) + 1
    return ticksOnLattice(from: Self.floor(axis.from, ticks), ticks: ticks, of: axis)
  }

  /// What is asked for where a window is shown: its own ticks, or the nearest on the lattice.
  func askedTicks(of axis: TableAxis) -> AskedTicks {
    if isWhole, window == wholeWindow, let whole = wholeTicks { return whole }
    if let found = latticeTicks(of: axis) { return found }
    let from = tick(window.start, of: axis)
    return AskedTicks(
      from: from, until: Swift.max(from + 1, tick(window.end, of: axis)), window: window)
  }

  private func latticeTicks(of axis: TableAxis) -> AskedTicks? {
    let pixels = pixelsAcross
    guard catalog.isRemote, pixels > 8, window.width / Double(pixels) > Double(Self.latticeLeast) else {
      return nil
    }
    // A width that is so many whole ones already stays, however it was rounded.
    let share = window.width / Double(pixels)
    let ticks = Int64(saturating: (share - 2 * share.ulp).rounded(.up))
    // As much wider as the columns of pixels have to be whole, at either edge.
    let start = window.start - (Double(pixels) * Double(ticks) - window.width) / 2
    let limit = Double(WireLimits.ticks) * 2
    let first = axis.from + Int64(saturating: Swift.max(-limit, Swift.min(limit, start.rounded())))
    // Doubles are coarse far from the axis's first tick: an edge must not creep.
    let slack = Swift.min(ticks / 4, Int64(saturating: Swift.min(start.ulp, limit)) + 1)
    let from =
      window.start <= 0
      ? Self.floor(first + slack, ticks)
      : window.end >= axisTicks
        ? Self.floor(first - slack + ticks - 1, ticks) : Self.floor(first + ticks / 2, ticks)
    return ticksOnLattice(from: from, ticks: ticks, of: axis)
  }

  private func ticksOnLattice(from: Int64, ticks: Int64, of axis: TableAxis) -> AskedTicks? {
    let (until, isOver) = from.addingReportingOverflow(ticks * pixelsAcross)
    guard !isOver, from >= -WireLimits.ticks, until <= WireLimits.ticks else { return nil }
    return AskedTicks(
      from: from, until: until,
      window: TickWindow(start: Double(from - axis.from), width: Double(ticks * pixelsAcross)))
  }

  /// The greatest multiple that is not above a number.
  private static func floor(_ value: Int64, _ step: Int64) -> Int64 {
    let rest = value % step
    return value - (rest < 0 ? rest + step : rest)
  }

  /// Puts a window that rests where its picture is, so that both have the same columns of pixels.
  mutating func settleWindow(at now: Int64) {
    guard catalog.isRemote, let axis, !isWhole else { return }
    if window != restingWindow { (restingWindow, restsSince) = (window, now) }
    let asked = askedTicks(of: axis)
    guard asked.window != window else { return }
    // Moved by whole pixels it is there already, but for what was rounded.
    let pixel = window.width / Double(pixelsAcross)
    let isThere =
      (asked.window.start - window.start).magnitude < Self.roundedPixels * pixel
      && (asked.window.end - window.end).magnitude < Self.roundedPixels * pixel
    if !isThere {
      guard !shell.hands.isActive, shell.hands.glide == nil else { return }
      guard now - restsSince >= Self.stillMicroseconds else {
        return wake(at: restsSince + Self.stillMicroseconds)
      }
    }
    window = asked.window
    restingWindow = window
    redraw()
  }
}
