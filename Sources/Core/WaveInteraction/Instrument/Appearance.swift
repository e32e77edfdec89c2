package import WaveDisplay

/// The screen of an instrument, and the system's settings.
package struct Appearance: Equatable, Sendable {
  /// The whole screen.
  package var outer = Screen()
  /// The part of the screen that the plot fills.
  package var screen = Screen()
  /// The colours for the system's light or dark setting.
  package private(set) var theme = Theme.dark
  /// Whether the system asks for reduced motion: nothing moves by itself.
  package private(set) var reducesMotion = false
  /// Seconds to add to universal time to get local time.
  package private(set) var zoneSeconds: Int64 = 0
  /// Microseconds by which the device's wall clock is ahead of the client's time; nil until it is known.
  package private(set) var wallMicroseconds: Int64?
  /// Widths of characters, measured by the player.
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
