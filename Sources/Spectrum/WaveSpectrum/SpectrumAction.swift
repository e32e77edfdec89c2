/// The action of a control of the spectrum instrument.
package enum SpectrumAction: Equatable, Sendable {
  /// Shows the spectrum, the waterfall or the meter.
  case chooseView
  /// Moves the low or the high edge of the band.
  case setBand
  /// Sets the low edge of the band.
  case setLowFrequency
  /// Sets the high edge of the band.
  case setHighFrequency
  /// Sets the display gain in decibels.
  case setDisplayGain
  /// Starts or stops holding the maximum.
  case holdMaximum
  /// Sets the time from the top of the waterfall to its bottom.
  case setPeriod
  /// Sets the speed of playback.
  case setSpeed
  /// Plays a recording from another position.
  case seek
  /// Opens another source.
  case chooseSource
  /// Takes control of the source from the screen that has it.
  case takeControl
  /// Adjusts a setting of a receiver, by the server's numbers of the source and the setting.
  case adjustReceiver(source: UInt16, setting: UInt8)
}
