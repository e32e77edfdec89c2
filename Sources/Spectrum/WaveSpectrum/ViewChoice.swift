import WaveSpectrumWire

/// What is shown: the spectrum, the waterfall or the meter, with the maximum held or not.
struct ViewChoice: Equatable, Sendable {
  /// What follows from a choice.
  enum Outcome: Equatable, Sendable {
    /// Nothing: it is shown already.
    case same
    /// Another view is shown.
    case changed
    /// A view is shown for the first time.
    case first
  }

  /// The view.
  private(set) var mode = ViewMode.spectrum
  /// Whether the maximum is held.
  private(set) var isHolding = false
  /// A bit for each view that has been shown.
  private var seen: UInt8 = 1 << ViewMode.spectrum.rawValue

  /// Shows a view.
  mutating func show(_ mode: ViewMode) -> Outcome {
    guard mode != self.mode else { return .same }
    self.mode = mode
    let before = seen
    seen |= 1 << mode.rawValue
    return seen == before ? .changed : .first
  }

  /// Holds the maximum from now on, or lets it go.
  ///
  /// - Returns: Whether that is a change.
  mutating func hold(_ isOn: Bool) -> Bool {
    defer { isHolding = isOn }
    return isOn != isHolding
  }

  /// The detectors that the view shows.
  var planes: PlaneSet { mode != .spectrum ? .max : isHolding ? [.max, .mean, .hold] : [.max, .mean] }
}
