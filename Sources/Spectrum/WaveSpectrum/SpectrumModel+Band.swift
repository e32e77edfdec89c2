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
      model.bandView.show(band, in: model.range)
      model.changeTime(.changeView, at: now)
    }
  }
}
