import WaveSpectrumWire

/// The level that the power meter shows, as a number and as text, and its maximum.
struct MeterReading: Equatable, Sendable {
  /// The interval between updates of the text, in microseconds.
  ///
  /// More than five changes a second would be unreadable.
  private static let textMicroseconds: Int64 = 200_000

  /// The level in hundredths of a decibel; nil if there is no level.
  private(set) var millibels: Int16?
  /// The highest level, in hundredths of a decibel, since the band was shown or the maximum was reset; nil if
  /// there is none.
  private(set) var maximum: Int16?
  /// The text of the level in decibels; empty until it is first shown.
  private(set) var text: [UInt8] = []
  private var textUpdatedAt = Int64.min / 2

  /// Updates the level and its maximum; `RowMessage.gap` means that there is no level.
  mutating func receive(_ millibels: Int16) {
    guard millibels != RowMessage.gap else { return self.millibels = nil }
    self.millibels = millibels
    maximum = Swift.max(maximum ?? .min, millibels)
  }

  /// Discards the maximum, so that the next level becomes the new maximum.
  mutating func restartMaximum() { maximum = nil }

  /// Updates the text if an update is due, or immediately if the display is paused.
  ///
  /// - Returns: The time at which the text is next due; nil if it is up to date.
  mutating func updateText(isPaused: Bool, at now: Int64) -> Int64? {
    guard now - textUpdatedAt >= Self.textMicroseconds || isPaused || text.isEmpty else {
      return textUpdatedAt + Self.textMicroseconds
    }
    textUpdatedAt = now
    text = Texts.number(millibels.map { Double($0) / 100 } ?? .nan, decimals: 1)
    return nil
  }
}
