package import WaveDisplay

/// The screen of an instrument and the system's display settings.
package struct Appearance: Equatable, Sendable {
  /// The whole screen.
  package var outer = Screen()
  /// The part of the screen occupied by the plot.
  package var screen = Screen()
  /// The colours for the system's light or dark setting.
  package private(set) var theme = Theme.dark
  /// Whether the system asks for reduced motion, in which case animations are disabled.
  package private(set) var reducesMotion = false
  /// The offset of local time from universal time, in seconds.
  package private(set) var zoneSeconds: Int64 = 0
  /// The offset of the device's wall clock from the client time in microseconds, or nil until it is known.
  package private(set) var wallMicroseconds: Int64?
  /// The widths of the characters in the plot's font.
  package var advances = TextAdvances.monospaced

  package init() {}

  package mutating func setTheme(isDark: Bool, reducesMotion: Bool) {
    theme = isDark ? .dark : .light
    self.reducesMotion = reducesMotion
  }

  package mutating func setZone(offsetSeconds: Int64) { zoneSeconds = offsetSeconds }

  package mutating func setWallClock(microseconds: Int64, at now: Int64) {
    wallMicroseconds = microseconds - now
  }
}
