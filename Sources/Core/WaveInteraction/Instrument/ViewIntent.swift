public import WaveDisplay

/// An event from outside that an instrument handles, other than a message from its server.
///
/// Every time is the client's monotonic time in microseconds.
public enum ViewIntent: Sendable {
  /// The screen's size in device pixels, with `scale` device pixels in a point.
  ///
  /// Texts and controls keep clear of the insets, and of the top down to `headPoints`, where the chip ends.
  /// `textScale` is the user's text size as a factor, usually 1; it is limited to 0.5 to 4.
  case resize(
    width: Float, height: Float, scale: Float, insets: Insets = Insets(), textScale: Float = 1,
    headPoints: Float = 56)
  /// The system's settings.
  case appearance(isDark: Bool, reducesMotion: Bool)
  /// The seconds to add to universal time for local time.
  case zone(offsetSeconds: Int64)
  /// The device's wall clock at this moment, in microseconds since 1970.
  case wallClock(microseconds: Int64)
  /// A finger on the plot.
  case touch(Touch)
  /// A wheel or trackpad over the plot: its position and movement in pixels, and what it zooms.
  case wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom)
  /// A key.
  case key(Key, isShifted: Bool)
  /// A press on a fixed control around the plot.
  case press(ShellControl)
  /// Input to the control with this number in the newest list; an unknown number is ignored.
  case control(number: UInt16, ControlInput)
  /// The connection to the server was opened or closed.
  case connection(isOpen: Bool)
  /// The page was shown or hidden.
  case visibility(Bool)
  /// The requested time has passed.
  case tick
}

/// The axis that a wheel zooms.
public enum WheelZoom: UInt8, Sendable {
  /// Neither axis: the wheel moves the view.
  case none = 0
  /// The band.
  case horizontal = 1
  /// Levels; in the waterfall, the period.
  case vertical = 2
}

/// The keys that have a meaning; the page maps its own key names to these.
public enum Key: UInt8, Sendable {
  /// Moves the marker; without a marker, moves the band down. With shift, any arrow moves a tenth as far.
  case left = 0
  /// Moves the marker; without a marker, moves the band up.
  case right = 1
  /// Moves the levels; in the waterfall, moves the marker, or time if there is no marker.
  case up = 2
  /// Moves the levels; in the waterfall, moves the marker, or time if there is no marker.
  case down = 3
  /// Zooms the band in; with shift, the levels or the period.
  case zoomIn = 4
  /// Zooms the band out.
  case zoomOut = 5
  /// Pauses and resumes.
  case space = 6
  /// Shows the whole view.
  case home = 7
  /// Shows the spectrum.
  case one = 8
  /// Shows the waterfall.
  case two = 9
  /// Shows the meter.
  case three = 10
  /// Sets the marker on the strongest signal in view; pressed again, moves it to the next weaker one.
  case marker = 11
  /// Holds the maximum.
  case hold = 12
  /// Opens and closes the drawer.
  case drawer = 13
  /// Dismisses the error; else closes the drawer; else removes the marker.
  case escape = 14
  /// Returns to live data.
  case live = 15
}
