package import WaveDisplay

/// The screen that an instrument has, and the system's settings.
package struct Appearance: Equatable, Sendable {
  /// The whole screen.
  package var outer = Screen()
  /// The part of it that the plot is laid out on.
  package var screen = Screen()
  /// Colours after the system's setting.
  package private(set) var theme = Theme.dark
  /// Whether nothing is to move by itself.
  package private(set) var reducesMotion = false
  /// Seconds to add to universal time for the wall clock here.
  package private(set) var zoneSeconds: Int64 = 0
  /// What the device's own clock is ahead of the client's time; nil until it is known.
  package private(set) var wallMicroseconds: Int64?
  /// Widths of characters, as the player measured them.
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
