import WaveInteraction
import WaveSensorsWire

/// The slider of a recording's position; the recording is played from there when the finger is lifted.
struct PositionSlider: Sendable {
  /// Where the finger is, as a fraction of the recording; nil while none is on it.
  private(set) var fraction: Double?

  /// Handles what is done to it, of a recording whose length is 0 where that is not known.
  ///
  /// - Returns: Seconds from its start from which to play it; nil while it is not let go of.
  mutating func handle(_ input: ControlInput, length seconds: Double, position: Double?) -> Double? {
    guard seconds > 0 else { return nil }
    switch input {
    case .drag(let phase, let place, _):
      let place = Swift.max(0, Swift.min(1, place))
      fraction = phase == .ended || phase == .cancelled ? nil : place
      return phase == .ended ? place * seconds : nil
    case .step(_, let steps):
      return Swift.max(0, Swift.min(seconds, (position ?? 0) + Double(steps) * seconds / 100))
    case .set, .text: return nil
    }
  }
}
