import WaveInteraction
extension SpectrumModel {
  /// Shows a band as if it had been dragged there, held within what the source has.
  ///
  /// - Parameters:
  ///   - band: What to show; without a source nothing happens.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func show(_ band: Band, at now: Int64) -> [Effect] {
    effects.removeAll(keepingCapacity: true)
    guard source != nil else { return effects }
    self.band = band.clamped(to: limits, minimum: minimumWidth)
    bandChanged(at: now)
    redraw()
    finish(at: now)
    return effects
  }

  /// The nearest band that the source has; no wider than it was where its bins have become wider than the view.
  ///
  /// A source makes its bins narrow again for a view that needs them.
  func withinLimits(_ band: Band) -> Band {
    band.clamped(to: limits, minimum: Swift.min(minimumWidth, band.width))
  }
}
