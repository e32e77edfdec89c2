public import WaveInteraction
extension SpectrumModel {
  /// Shows a band as if it had been dragged there, held within what the source has.
  ///
  /// - Parameters:
  ///   - band: What to show; without a source nothing happens.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func show(_ band: Band, at now: Int64) -> [Effect] {
    guard source != nil else { return [] }
    return perform(at: now) { model in
      model.band = band.clamped(to: model.limits, minimum: model.minimumWidth)
      model.changeTime(.changeView, at: now)
    }
  }

  /// The nearest band that the source has; no wider than it was where its bins have become wider than the
  /// view.
  ///
  /// A source makes its bins narrow again for a view that needs them.
  func withinLimits(_ band: Band) -> Band {
    band.clamped(to: limits, minimum: Swift.min(minimumWidth, band.width))
  }
}
