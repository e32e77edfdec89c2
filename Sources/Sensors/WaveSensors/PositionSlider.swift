import WaveInteraction
import WaveSensorsWire

/// The slider for the position in a recording.
///
/// When the finger is lifted, playback moves to the selected position.
struct PositionSlider: Sendable {
  /// The position of the finger as a fraction of the recording; nil while the slider is not touched.
  private(set) var fraction: Double?

  /// Handles input to the slider; a length of 0 means that the length of the recording is unknown.
  ///
  /// - Returns: The position to play from, in seconds since the start; nil while the slider is being dragged.
  mutating func handle(_ input: ControlInput, length seconds: Double, position: Double?) -> Double? {
    guard seconds > 0 else { return nil }
    switch input {
    case .drag(let phase, let place, _):
      let place = Swift.max(0, Swift.min(1, place))
      fraction = phase == .ended || phase == .cancelled ? nil : place
      return phase == .ended ? place * seconds : nil
    case .step(_, let steps):
      return Swift.max(0, Swift.min(seconds, (position ?? 0) + Double(steps) * seconds / 100))
    case .set, .text, .seen: return nil
    }
  }
}
