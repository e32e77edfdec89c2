public import WaveDisplay

/// An external event that an instrument handles, other than a message from its server.
///
/// Every time is the client's monotonic time in microseconds.
public enum ViewIntent: Sendable {
  /// The screen's size in device pixels, with `scale` device pixels per point.
  ///
  /// Text and controls stay clear of the insets and of the status chip, which ends at `headPoints`.
  /// `textScale` is the user's text size as a factor, usually 1; it is clamped to 0.5 to 4.
  case resize(
    width: Float, height: Float, scale: Float, insets: Insets = Insets(), textScale: Float = 1,
    headPoints: Float = 56)
  /// The system's display settings.
  case appearance(isDark: Bool, reducesMotion: Bool)
  /// The offset of local time from universal time, in seconds.
  case zone(offsetSeconds: Int64)
  /// The current wall-clock time of the device, in microseconds since 1970.
  case wallClock(microseconds: Int64)
  /// A touch event on the plot.
  case touch(Touch)
  /// A movement of a wheel or trackpad over the plot: its position, its distance in pixels, and the axis to
  /// zoom.
  case wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom)
  /// A key was pressed.
  case key(Key, isShifted: Bool)
  /// A press on a fixed control around the plot.
  case press(ShellControl)
  /// Input to the control with this number in the latest list; an unknown number is ignored.
  case control(number: UInt16, ControlInput)
  /// The connection to the server was opened or closed.
  case connection(isOpen: Bool)
  /// The page was shown or hidden.
  case visibility(Bool)
  /// Show the source of the server with this number as soon as the server announces it.
  case source(UInt16)
  /// A time requested with a `wake` effect has passed.
  case tick
}

/// The effect of the keys that are held while a wheel is turned.
public enum WheelZoom: UInt8, Sendable {
  /// No key: the wheel scrolls or, if there is nothing to scroll, zooms the horizontal axis.
  case none = 0
  /// The horizontal axis, such as the frequency band.
  case horizontal = 1
  /// The vertical axis: levels or, in the waterfall, the displayed period.
  case vertical = 2
  /// The wheel moves the view along the horizontal axis.
  case sideways = 3
}

/// A key that an instrument responds to; the page maps its own key names to these.
///
/// The effects below are those in Spectrum. Other instruments give some keys a different effect.
public enum Key: UInt8, Sendable {
  /// Moves the marker to a lower frequency or, without a marker, shifts the displayed band down.
  ///
  /// With Shift, the marker moves by one pixel, or the band by a tenth of the usual distance.
  case left = 0
  /// Moves the marker to a higher frequency or, without a marker, shifts the displayed band up.
  case right = 1
  /// Shifts the level range; in the waterfall, moves the marker in time or, without a marker, shifts the
  /// displayed period.
  case up = 2
  /// Shifts the level range; in the waterfall, moves the marker in time or, without a marker, shifts the
  /// displayed period.
  case down = 3
  /// Zooms in on the band; with Shift, on the level range or the displayed period.
  case zoomIn = 4
  /// Zooms out of the band.
  case zoomOut = 5
  /// Pauses or resumes the view.
  case space = 6
  /// Zooms out to the full extent, or goes to the beginning.
  case home = 7
  /// Shows the spectrum.
  case one = 8
  /// Shows the waterfall.
  case two = 9
  /// Shows the meter.
  case three = 10
  /// Sets the marker on the strongest signal in view; each further press moves it to the next weaker signal.
  case marker = 11
  /// Toggles the maximum hold.
  case hold = 12
  /// Toggles the drawer.
  case drawer = 13
  /// Dismisses the error if there is one, otherwise closes the drawer if it is open, otherwise removes the
  /// marker.
  case escape = 14
  /// Returns to live data.
  case live = 15
}
