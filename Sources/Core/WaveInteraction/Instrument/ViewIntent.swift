public import WaveDisplay

/// An event from outside that an instrument handles, other than a message from its server.
///
/// Every time is the client's monotonic time in microseconds.
public enum ViewIntent: Sendable {
  /// The screen has this size in device pixels, `scale` of them in a point.
  ///
  /// Texts and what can be touched keep clear of the insets, and of the top down to `headPoints`, where the
  /// chip ends. `textScale` is the user's size of text, 1 the usual one; it is held between 0.5 and 4.
  case resize(
    width: Float, height: Float, scale: Float, insets: Insets = Insets(), textScale: Float = 1,
    headPoints: Float = 56)
  /// The system's settings.
  case appearance(isDark: Bool, reducesMotion: Bool)
  /// Seconds to add to universal time for the wall clock here.
  case zone(offsetSeconds: Int64)
  /// The device's own clock at this moment: microseconds since 1970.
  case wallClock(microseconds: Int64)
  /// A finger on the plot.
  case touch(Touch)
  /// A wheel or trackpad over the plot: pixels, and what it zooms.
  case wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom)
  /// A key.
  case key(Key, isShifted: Bool)
  /// A press on a fixed control around the plot.
  case press(ShellControl)
  /// Input to the control with this number in the newest list; an unknown number is ignored.
  case control(number: UInt16, ControlInput)
  /// The connection to the server is there, or gone.
  case connection(isOpen: Bool)
  /// The page can be seen, or not.
  case visibility(Bool)
  /// Time has passed, as asked for.
  case tick
}

/// What a wheel scales.
public enum WheelZoom: UInt8, Sendable {
  /// Nothing: it moves.
  case none = 0
  /// The band.
  case horizontal = 1
  /// Levels, or in the waterfall the period.
  case vertical = 2
}

/// Keys with a meaning; the page maps its own names to these.
public enum Key: UInt8, Sendable {
  /// Moves the marker, if there is one, else the band down; with shift a tenth as far.
  case left = 0
  /// Moves the marker, if there is one, else the band up.
  case right = 1
  /// Moves the levels, or in the waterfall the marker, if there is one, else time.
  case up = 2
  /// Moves the levels, or in the waterfall the marker, if there is one, else time.
  case down = 3
  /// Zooms the band in; with shift the levels or the period.
  case zoomIn = 4
  /// Zooms the band out.
  case zoomOut = 5
  /// Pauses and resumes.
  case space = 6
  /// The whole view.
  case home = 7
  /// Spectrum.
  case one = 8
  /// Waterfall.
  case two = 9
  /// Meter.
  case three = 10
  /// Drops the marker on the strongest signal in view, and takes it to the next weaker one.
  case marker = 11
  /// Holds the maximum.
  case hold = 12
  /// Opens and closes the drawer.
  case drawer = 13
  /// Takes the marker away, puts an error away, closes the drawer.
  case escape = 14
  /// Returns to now.
  case live = 15
}
