import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

extension SpectrumModel {
  /// A marker on a signal.
  public struct Marker: Equatable, Sendable {
    /// The marker's frequency in hertz.
    public let hertz: Double
    /// The marker's time in server microseconds, used only in the waterfall.
    public let microseconds: Int64
  }
}

/// The position of the marker, and the peaks that it has visited.
struct MarkerPlacement: Equatable, Sendable {
  /// The horizontal distance from a touch, in points, within which the marker snaps to a peak.
  private static let reachPoints: Float = 12

  /// The marker; nil if there is none.
  private(set) var marker: SpectrumModel.Marker?
  private var visitedPeaks = VisitedPeaks()

  /// Places the marker at a frequency and, in a waterfall, at a server time.
  mutating func place(hertz: Double, microseconds: Int64) {
    marker = SpectrumModel.Marker(hertz: hertz, microseconds: microseconds)
  }

  /// Places the marker at a pixel or, on a spectrum, at the highest point near it.
  ///
  /// - Parameters:
  ///   - x: The horizontal position in pixels from the left.
  ///   - y: The vertical position in pixels from the top.
  ///   - plot: The plot.
  ///   - trace: The newest row of the spectrum.
  ///   - axis: The time axis of a waterfall.
  mutating func place(x: Float, y: Float, on plot: Plot, trace: Trace?, axis: TimeAxis) {
    let reach = Self.reachPoints * plot.screen.scale
    let peak =
      plot.mode != .spectrum
      ? nil : trace?.peakHertz(from: plot.hertz(atPixel: x - reach), to: plot.hertz(atPixel: x + reach))
    let insideX = Swift.max(0, Swift.min(plot.screen.width - 1, x))
    let insideY = Swift.max(0, Swift.min(plot.screen.plot.height - 1, y))
    place(hertz: peak ?? plot.hertz(atPixel: insideX), microseconds: axis.serverTime(atPixel: insideY))
  }

  /// Removes the marker.
  mutating func remove() { marker = nil }

  /// Shifts the marker in time after the server's clock has jumped by a number of microseconds.
  mutating func shift(by microseconds: Int64) {
    if let marker { place(hertz: marker.hertz, microseconds: marker.microseconds + microseconds) }
  }

  /// Moves the marker by a fraction of the band's width.
  ///
  /// A marker outside the band starts from the nearest edge.
  ///
  /// - Returns: The number of hertz by which the band must move to show the marker.
  mutating func step(along band: Band, by fraction: Double, limits: Band) -> Double {
    guard let marker else { return 0 }
    let start = Swift.max(band.low, Swift.min(band.high, marker.hertz))
    let hertz = Swift.max(limits.low, Swift.min(limits.high, start + fraction * band.width))
    place(hertz: hertz, microseconds: marker.microseconds)
    return Swift.max(0, hertz - band.high) + Swift.min(0, hertz - band.low)
  }

  /// Moves the marker to a later time by a fraction of the waterfall's period, without leaving the view.
  mutating func step(along axis: TimeAxis, by fraction: Double) {
    guard let marker else { return }
    let period = axis.periodSeconds * 1e6
    let age = Double(axis.top - marker.microseconds) - fraction * period
    place(
      hertz: marker.hertz,
      microseconds: axis.top - Int64(saturating: Swift.max(0, Swift.min(period * 0.999, age))))
  }

  /// Places the marker at the strongest unvisited peak of a row within a band.
  ///
  /// Once all peaks have been visited, it starts again with the strongest.
  ///
  /// - Returns: Whether the band contains a peak.
  mutating func visitPeak(of row: PeakRow, in band: Band) -> Bool {
    visitedPeaks.clear(unlessAt: marker?.hertz)
    var strongest: Int?
    var next: Int?
    // Of equal peaks, the one with the lower frequency comes first.
    for column in row.values.indices where row.isPeak(column) {
      let (level, hertz) = (row.values[column], row.hertz(column))
      guard hertz >= band.low, hertz < band.high else { continue }
      if level > strongest.map({ row.values[$0] }) ?? .min { strongest = column }
      guard level > next.map({ row.values[$0] }) ?? .min,
        !visitedPeaks.contains(hertz, reachHertz: Double(row.reach) * row.stepHertz)
      else { continue }
      next = column
    }
    guard let column = next ?? strongest else { return false }
    visitedPeaks.append(row.hertz(column), clearsEarlier: next == nil)
    place(hertz: row.hertz(column), microseconds: row.microseconds)
    return true
  }
}
