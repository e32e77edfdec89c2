import WaveDataWire
import WaveUnits
import WaveWire

/// A range of ticks to request from the server, also given as a window.
struct AskedTicks: Equatable, Sendable {
  let from: Int64
  let until: Int64
  let window: TickWindow
}

/// Aligns the visible window to a grid in remote tables.
///
/// Pixel columns begin at multiples of their width, so that the engine's cached results can be reused when
/// the window moves back.
extension AxisView {
  /// The minimum number of ticks per pixel column for which windows are aligned to the grid.
  ///
  /// With fewer ticks, the rounding would be visible.
  static let latticeLeast: Int64 = 64
  /// The minimum number of pixel columns for which windows are aligned to the grid.
  private static let latticePixels: Int64 = 8

  /// Returns the ticks to request for the window, or nil if there is no axis.
  ///
  /// They are aligned to the grid if possible.
  func asked(on pixels: AxisPixels) -> AskedTicks? {
    guard let axis else { return nil }
    if isWhole, let whole = wholeTicks(on: pixels), window == whole.window { return whole }
    if let found = latticeTicks(on: pixels) { return found }
    let ticks = axis.ticks(window.start, window.end)
    return AskedTicks(from: ticks.from, until: ticks.until, window: window)
  }

  /// Returns the ticks of the whole axis, extended to the edges of pixel columns, or nil if windows are not
  /// aligned to the grid.
  func wholeTicks(on pixels: AxisPixels) -> AskedTicks? {
    guard pixels.isRemote, let axis, pixels.count > Self.latticePixels else { return nil }
    let width = axis.until - axis.from
    guard width / pixels.count > Self.latticeLeast else { return nil }
    // One pixel column is reserved, because the first one can begin before the axis.
    let ticks = (width - 1) / (pixels.count - 1) + 1
    return onLattice(from: Self.floor(axis.from, ticks), ticks: ticks, pixels.count, of: axis)
  }

  private func latticeTicks(on pixels: AxisPixels) -> AskedTicks? {
    let count = pixels.count
    let share = window.width / Double(count)
    guard pixels.isRemote, let axis, count > Self.latticePixels, share > Double(Self.latticeLeast) else {
      return nil
    }
    // The tolerance keeps rounding errors from changing a width that is already a multiple.
    let ticks = Int64(saturating: (share - 2 * share.ulp).rounded(.up))
    // Both edges move outward by the same amount until pixel columns have integer widths.
    let start = window.start - (Double(count) * Double(ticks) - window.width) / 2
    let limit = Double(WireLimits.ticks) * 2
    let first = axis.from + Int64(saturating: Swift.max(-limit, Swift.min(limit, start.rounded())))
    // Doubles are coarse far from the first tick of the axis; without this slack, an edge would drift.
    let slack = Swift.min(ticks / 4, Int64(saturating: Swift.min(start.ulp, limit)) + 1)
    let from =
      window.start <= 0
      ? Self.floor(first + slack, ticks)
      : window.end >= self.ticks
        ? Self.floor(first - slack + ticks - 1, ticks) : Self.floor(first + ticks / 2, ticks)
    return onLattice(from: from, ticks: ticks, count, of: axis)
  }

  private func onLattice(from: Int64, ticks: Int64, _ count: Int64, of axis: TableAxis) -> AskedTicks? {
    let (until, isOver) = from.addingReportingOverflow(ticks * count)
    guard !isOver, from >= -WireLimits.ticks, until <= WireLimits.ticks else { return nil }
    return AskedTicks(
      from: from, until: until,
      window: TickWindow(start: Double(from - axis.from), width: Double(ticks * count)))
  }

  /// Returns the greatest multiple of a step that does not exceed a value.
  private static func floor(_ value: Int64, _ step: Int64) -> Int64 {
    let rest = value % step
    return value - (rest < 0 ? rest + step : rest)
  }
}

extension TableAxis {
  /// Returns the tick at an offset from the first tick of the axis, clamped to the limits of the wire format.
  func tick(_ offset: Double) -> Int64 {
    let limit = Double(WireLimits.ticks * 2)
    let whole = Int64(saturating: Swift.max(-limit, Swift.min(limit, offset.rounded())))
    return Swift.max(-WireLimits.ticks, Swift.min(WireLimits.ticks, from + whole))
  }

  /// Returns the range of ticks between two offsets from the first tick of the axis, with at least one tick.
  func ticks(_ low: Double, _ high: Double) -> (from: Int64, until: Int64) {
    let from = tick(low)
    return (from, Swift.max(from + 1, tick(high)))
  }
}
