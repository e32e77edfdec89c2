/// What the controls of the sensors' drawer are for.
package enum SensorsAction: Equatable, Sendable {
  // MARK: - The picture

  /// Sets how streams are laid out.
  case setLayout
  /// Sets how time moves.
  case setMotion
  /// Sets how many seconds are shown.
  case setWindow
  /// Sets which way a stream has to cross the trigger's level.
  case setSlope
  /// Sets how long the trigger waits before it fires again.
  case setHoldOff
  /// Shows or hides the lines that measure.
  case measure
  /// Shows or hides the alarm bands.
  case showAlarms
  /// Fits lanes to their data, or leaves them.
  case fitLanes
  /// Scales lanes of one unit together, or each alone.
  case linkLanes
  /// Shows or hides a stream, by its channel as counted through all groups.
  case showStream(Int)

  // MARK: - The paper of an electrocardiogram

  /// Sets rows and columns of leads.
  case setPaperForm
  /// Sets the millimetres for a second.
  case setPaperSpeed
  /// Sets the millimetres for a millivolt.
  case setPaperGain
  /// Lays a bank card on the screen to measure it, or puts it away.
  case fitCard

  // MARK: - The source

  /// Opens another source.
  case chooseSource
  /// Plays a recording of the folder.
  case chooseRecording
  /// Sets how fast a recording is played.
  case setPlaybackSpeed
  /// Plays a recording from another position on.
  case seek
  /// Takes control of the source from another screen.
  case takeControl
  /// Sets one of the source's own controls, by its number within the source.
  case adjust(control: UInt8)
  /// Goes to a mark, or renames it, by its number.
  case editMark(UInt32)

  // MARK: - Sections of their own

  /// The spectrum of a stream.
  case spectrum(Spectrum)
  /// Streams made of others.
  case mixture(Mixture)
  /// The test bed.
  case testbed(Testbed)
}

extension SensorsAction {
  /// What the controls of the spectrum of a stream are for.
  package enum Spectrum: Equatable, Sendable {
    /// Shows or hides the spectrum.
    case show
    /// Chooses the stream.
    case chooseStream
    /// Sets how finely frequencies are resolved.
    case setResolution
    /// Shows levels of tones, or densities.
    case setScale
    /// Sets the window function.
    case setWindow
  }

  /// What the controls of streams made of others are for.
  package enum Mixture: Equatable, Sendable {
    /// Begins a draft.
    case begin
    /// Sets what is done with the streams of the draft.
    case setOperation
    /// Chooses the first stream.
    case chooseFirst
    /// Chooses the second stream.
    case chooseSecond
    /// Sets what the stream is multiplied by.
    case setGain
    /// Sets what is added to the stream.
    case setOffset
    /// Sets the unit of the new stream.
    case setUnit
    /// Makes the stream of the draft.
    case make
    /// Discards the draft.
    case discard
    /// Removes a made stream, by its channel.
    case remove(channel: UInt8)
  }

  /// What the controls of the test bed are for.
  package enum Testbed: Equatable, Sendable {
    /// Starts a run, or cancels the one under way.
    case run
    /// Sets the number of streams.
    case setStreams
    /// Sets the samples per second of each stream.
    case setRate
    /// Sets how often the picture is drawn per second.
    case setViewRate
  }
}
