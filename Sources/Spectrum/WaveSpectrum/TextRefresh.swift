import WaveSpectrumWire

/// Decides when the text around the plot is updated: numbers at regular intervals, the text for screen
/// readers whenever the state changes.
struct TextRefresh: Equatable, Sendable {
  /// The state that determines the text for a screen reader, excluding data that change with every row.
  struct State: Equatable, Sendable {
    /// The view mode.
    let mode: ViewMode
    /// Whether the display is paused.
    let isPaused: Bool
    /// Whether the server is responding.
    let isAnswering: Bool
    /// Whether data are arriving.
    let isComing: Bool
    /// The marker's frequency in hertz; nil if there is no marker.
    let hertz: Double?

    /// Returns the text for a screen reader.
    ///
    /// - Parameters:
    ///   - isPlaying: Whether the source is a recording.
    ///   - frequency: The marker's frequency; nil if there is no marker.
    ///   - level: The level of the meter or at the marker; nil if there is no level.
    /// - Returns: The text.
    func text(isPlaying: Bool, frequency: [UInt8]?, level: [UInt8]?) -> [UInt8] {
      let state: StaticString =
        !isAnswering
        ? "No connection" : isPaused ? "Paused" : isPlaying ? "Playing" : isComing ? "Live" : "No data"
      let marker = frequency.map { Texts.bytes(", marker at ") + $0 } ?? []
      return Texts.bytes(state) + marker + (level.map { Texts.bytes(", ") + $0 } ?? [])
    }
  }

  /// The time of the last update of the status chip's numbers.
  private(set) var chipMicroseconds: Int64 = .min / 2
  private var state: State?

  /// Updates the status chip's numbers if they are at least `interval` microseconds old.
  ///
  /// - Returns: Whether the numbers were updated.
  mutating func renewChip(after interval: Int64, at now: Int64) -> Bool {
    guard now - chipMicroseconds >= interval else { return false }
    chipMicroseconds = now
    return true
  }

  /// Updates the screen reader's text if the state has changed.
  ///
  /// - Returns: Whether the text was updated.
  mutating func renewReading(of state: State) -> Bool {
    defer { self.state = state }
    return state != self.state
  }
}
