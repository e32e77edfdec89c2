import WaveSpectrumWire

/// The view that the user has chosen: spectrum, waterfall or meter, with or without maximum hold.
struct ViewChoice: Equatable, Sendable {
  /// The outcome of choosing a view.
  enum Outcome: Equatable, Sendable {
    /// The view is already shown.
    case same
    /// The view has changed to one that was shown before.
    case changed
    /// The view is shown for the first time.
    case first
  }

  /// The view mode.
  private(set) var mode = ViewMode.spectrum
  /// Whether the maximum hold is on.
  private(set) var isHolding = false
  /// A bit mask of the views that have been shown.
  private var seen: UInt8 = 1 << ViewMode.spectrum.rawValue

  /// Switches to a view.
  mutating func show(_ mode: ViewMode) -> Outcome {
    guard mode != self.mode else { return .same }
    self.mode = mode
    let before = seen
    seen |= 1 << mode.rawValue
    return seen == before ? .changed : .first
  }

  /// Turns the maximum hold on or off.
  ///
  /// - Returns: Whether the setting has changed.
  mutating func hold(_ isOn: Bool) -> Bool {
    defer { isHolding = isOn }
    return isOn != isHolding
  }

  /// The detectors that the view shows.
  var planes: PlaneSet { mode != .spectrum ? .max : isHolding ? [.max, .mean, .hold] : [.max, .mean] }
}
