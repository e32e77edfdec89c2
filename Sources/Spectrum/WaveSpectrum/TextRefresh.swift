import WaveSpectrumWire
import WaveUnits

/// When the texts around the plot are renewed: numbers at leisure, the reading for each state.
struct TextRefresh: Equatable, Sendable {
  /// What a new reading for a screen reader depends on: not on each row.
  struct State: Equatable, Sendable {
    /// The view.
    let mode: ViewMode
    /// Whether the picture is paused.
    let isPaused: Bool
    /// Whether the server answers.
    let isAnswering: Bool
    /// Whether data come.
    let isComing: Bool
    /// The marker's frequency.
    let hertz: Double?

    /// What a screen reader says.
    ///
    /// - Parameters:
    ///   - isPlaying: Whether the source is a recording.
    ///   - frequency: The marker's frequency; nil where there is none.
    ///   - level: The level of the meter, or under the marker; nil where there is none.
    /// - Returns: The text.
    func text(isPlaying: Bool, frequency: [UInt8]?, level: [UInt8]?) -> [UInt8] {
      var text = TextWriter()
      text.append(
        !isAnswering
          ? "No connection" : isPaused ? "Paused" : isPlaying ? "Playing" : isComing ? "Live" : "No data")
      if let frequency {
        text.append(", marker at ")
        text.append(bytes: frequency)
      }
      if let level {
        text.append(", ")
        text.append(bytes: level)
      }
      return text.bytes
    }
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
