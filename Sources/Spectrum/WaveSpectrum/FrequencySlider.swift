import WaveInteraction

/// Handles dragging of a frequency slider's thumbs.
///
/// The farther the finger is from the track, the finer the movement becomes.
struct FrequencySlider: Equatable, Sendable {
  /// The outcome of a touch on the slider.
  enum Outcome: Equatable, Sendable {
    /// No thumb is being dragged.
    case none
    /// A thumb has been grabbed.
    case grab
    /// An edge of the band moves to a frequency.
    case move(isHigh: Bool, hertz: Double)
    /// The thumb has been released.
    case release
  }

  private struct Grab: Equatable {
    let isHigh: Bool
    let track: Band
    let fraction: Double
    let hertz: Double
  }

  private var grab: Grab?

  /// Handles a touch.
  ///
  /// - Parameters:
  ///   - phase: The phase of the touch.
  ///   - fraction: The position along the track, from 0 to 1.
  ///   - distance: The distance from the track in points.
  ///   - band: The band on the screen.
  ///   - track: The frequencies from one end of the track to the other.
  /// - Returns: The outcome of the touch.
  mutating func drag(
    _ phase: Touch.Phase, fraction: Double, distance: Double, band: Band, track: Band
  ) -> Outcome {
    switch phase {
    case .began:
      let low = (band.low - track.low) / track.width
      let high = (band.high - track.low) / track.width
      // If both thumbs are at the same position, a touch to their right grabs the upper one.
      let isHigh =
        (fraction - high).magnitude < (fraction - low).magnitude || (low == high && fraction > high)
      grab = Grab(isHigh: isHigh, track: track, fraction: fraction, hertz: isHigh ? band.high : band.low)
      return .grab
    case .moved:
      guard let grab else { return .none }
      let fineness = 1 / (1 + Swift.max(0, distance - 30) / 25)
      let hertz = grab.hertz + (fraction - grab.fraction) * grab.track.width * fineness
      self.grab = Grab(isHigh: grab.isHigh, track: grab.track, fraction: fraction, hertz: hertz)
      return .move(isHigh: grab.isHigh, hertz: hertz)
    case .ended, .cancelled:
      grab = nil
      return .release
    }
  }
}
