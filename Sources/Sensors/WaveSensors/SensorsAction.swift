/// The action of a control of the sensors instrument.
package enum SensorsAction: Equatable, Sendable {
  // MARK: - The picture

  /// Sets the layout of streams.
  case setLayout
  /// Sets the motion of time, such as sweeping or scrolling.
  case setMotion
  /// Sets the seconds that are shown.
  case setWindow
  /// Sets the direction in which a stream has to cross the trigger level.
  case setSlope
  /// Sets the trigger's hold-off time.
  case setHoldOff
  /// Shows or hides the measuring lines.
  case measure
  /// Shows or hides the alarm bands.
  case showAlarms
  /// Fits lanes to their data, or leaves them.
  case fitLanes
  /// Scales lanes with the same unit together, or each alone.
  case linkLanes
  /// Shows or hides a stream; channels are numbered through all groups.
  case showStream(Int)

  // MARK: - The paper of an electrocardiogram

  /// Sets rows and columns of leads.
  case setPaperForm
  /// Sets the millimetres for a second.
  case setPaperSpeed
  /// Sets the millimetres for a millivolt.
  case setPaperGain
  /// Starts or ends the calibration of the screen's size with a bank card.
  case fitCard

  // MARK: - The source

  /// Opens another source.
  case chooseSource
  /// Plays a recording of the folder.
  case chooseRecording
  /// Sets the speed of playback.
  case setPlaybackSpeed
  /// Plays a recording from another position.
  case seek
  /// Takes control of the source from another screen.
  case takeControl
  /// Sets one of the source's own controls, by its number within the source.
  case adjust(control: UInt8)
  /// Goes to a mark, or renames it, by its number.
  case editMark(UInt32)

  // MARK: - Sections with their own actions

  /// The spectrum of a stream.
  case spectrum(Spectrum)
  /// Streams derived from others.
  case mixture(Mixture)
  /// The test bed.
  case testbed(Testbed)
}

extension SensorsAction {
  /// The action of a control of a stream's spectrum.
  package enum Spectrum: Equatable, Sendable {
    /// Shows or hides the spectrum.
    case show
    /// Chooses the stream.
    case chooseStream
    /// Sets the frequency resolution.
    case setResolution
    /// Shows tone levels, or spectral densities.
    case setScale
    /// Sets the window function.
    case setWindow
  }

  /// The action of a control of derived streams.
  package enum Mixture: Equatable, Sendable {
    /// Begins a draft.
    case begin
    /// Sets the operation of the draft.
    case setOperation
    /// Chooses the first stream.
    case chooseFirst
    /// Chooses the second stream.
    case chooseSecond
    /// Sets the factor by which the stream is multiplied.
    case setGain
    /// Sets the offset that is added to the stream.
    case setOffset
    /// Sets the unit of the new stream.
    case setUnit
    /// Adds the stream of the draft.
    case make
    /// Discards the draft.
    case discard
    /// Removes the derived stream on a channel.
    case remove(channel: UInt8)
  }

  /// The action of a control of the test bed.
  package enum Testbed: Equatable, Sendable {
    /// Starts a run, or cancels the one under way.
    case run
    /// Sets the number of streams.
    case setStreams
    /// Sets the samples per second of each stream.
    case setRate
    /// Sets the frames per second.
    case setViewRate
  }
}
