/// What the controls of the spectrum's drawer are for.
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
  /// Holds the maximum, or lets it go.
  case holdMaximum
  /// Sets the time from the top of the waterfall to its bottom.
  case setPeriod
  /// Sets how fast a recording is played.
  case setSpeed
  /// Plays a recording from another moment on.
  case seek
  /// Opens another source.
  case chooseSource
  /// Takes control of the source from the screen that has it.
  case takeControl
  /// Adjusts a setting of a source's receiver, by the numbers that the server has for both.
  case adjustReceiver(source: UInt16, setting: UInt8)
}
