import WaveSpectrumWire

/// When the texts around the plot are renewed: numbers at leisure, the reading for each state.
struct TextRefresh: Equatable, Sendable {
  /// What a new reading for a screen reader depends on: not on each row.
  struct State: Equatable, Sendable {
    /// The view.
    let mode: ViewMode
    /// Whether the picture stands still.
    let isPaused: Bool
    /// Whether the server answers.
    let isAnswering: Bool
    /// Whether data come.
    let isComing: Bool
    /// The marker's frequency.
    let hertz: Double?
  }

  /// When the chip's numbers were renewed.
  private(set) var chipMicroseconds: Int64 = .min / 2
  private var state: State?

  /// Renews the chip's numbers if they are older than an interval.
  ///
  /// - Returns: Whether they are renewed.
  mutating func renewChip(after interval: Int64, at now: Int64) -> Bool {
    guard now - chipMicroseconds >= interval else { return false }
    chipMicroseconds = now
    return true
  }

  /// Renews the reading if the state is another one.
  ///
  /// - Returns: Whether it is renewed.
  mutating func renewReading(of state: State) -> Bool {
    defer { self.state = state }
    return state != self.state
  }
}
