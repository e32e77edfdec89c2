/// An action that a control of the spectrum instrument triggers.
package enum SpectrumAction: Equatable, Sendable {
  /// Shows the spectrum, the waterfall or the meter.
  case chooseView
  /// Moves the lower or upper edge of the band.
  case setBand
  /// Sets the lower edge of the band.
  case setLowFrequency
  /// Sets the upper edge of the band.
  case setHighFrequency
  /// Sets the middle of the band; near a limit of the source, the band gets narrower.
  case setCenter
  /// Sets the width of the band.
  case setSpan
  /// Shows all levels of the source, and has them follow the strongest signal.
  case fitLevels
  /// Sets the display gain in decibels.
  case setDisplayGain
  /// Turns the maximum hold on or off.
  case holdMaximum
  /// Starts the held maximum anew.
  case resetHold
  /// Sets the time from the top of the waterfall to its bottom.
  case setPeriod
  /// Sets the playback speed.
  case setSpeed
  /// Plays a recording from a different position.
  case seek
  /// Switches to a different source.
  case chooseSource
  /// Takes control of the source from the screen that controls it.
  case takeControl
  /// Adjusts a receiver setting, identified by the server's numbers for the source and the setting.
  case adjustReceiver(source: UInt16, setting: UInt8)
}
