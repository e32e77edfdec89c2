/// An action that a control of the Sensors instrument triggers.
package enum SensorsAction: Equatable, Sendable {
  // MARK: - The display

  /// Sets the layout of streams.
  case setLayout
  /// Sets the motion, such as sweeping or scrolling.
  case setMotion
  /// Sets the visible duration.
  case setWindow
  /// Sets the direction in which a stream has to cross the trigger level.
  case setSlope
  /// Sets the trigger's hold-off time.
  case setHoldOff
  /// Shows or hides the calipers.
  case measure
  /// Shows or hides the alarm bands.
  case showAlarms
  /// Switches automatic scaling of the lanes on or off.
  case fitLanes
  /// Switches between one scale for all lanes with the same unit and a separate scale for each lane.
  case linkLanes
  /// Shows or hides a stream; channels are numbered across all groups.
  case showStream(Int)

  // MARK: - The paper of an electrocardiogram

  /// Sets the arrangement of leads on paper.
  case setPaperForm
  /// Sets the paper speed in millimetres per second.
  case setPaperSpeed
  /// Sets the gain in millimetres per millivolt.
  case setPaperGain
  /// Starts or ends the calibration of the screen with a bank card.
  case fitCard

  // MARK: - The source

  /// Switches to a different source.
  case chooseSource
  /// Plays a recording from the folder.
  case chooseRecording
  /// Sets the speed of playback.
  case setPlaybackSpeed
  /// Moves playback to a position.
  case seek
  /// Takes control of the source from another client.
  case takeControl
  /// Sets one of the source's own controls, given its number in the source.
  case adjust(control: UInt8)
  /// Moves to a mark or renames it, given its number.
  case editMark(UInt32)

  // MARK: - Sections with their own actions

  /// An action for the spectrum panel.
  case spectrum(Spectrum)
  /// An action for derived streams.
  case mixture(Mixture)
  /// An action for the test bed.
  case testbed(Testbed)
}

extension SensorsAction {
  /// An action that a control of the spectrum panel triggers.
  package enum Spectrum: Equatable, Sendable {
    /// Shows or hides the spectrum.
    case show
    /// Chooses the stream whose spectrum is shown.
    case chooseStream
    /// Sets the frequency resolution.
    case setResolution
    /// Switches between tone levels and spectral densities.
    case setScale
    /// Sets the window function.
    case setWindow
  }

  /// An action that a control for derived streams triggers.
  package enum Mixture: Equatable, Sendable {
    /// Begins a draft of a derived stream.
    case begin
    /// Sets the operation of the draft: a sum, a difference, or one stream scaled and shifted.
    case setOperation
    /// Chooses the first operand of the draft.
    case chooseFirst
    /// Chooses the second operand of the draft.
    case chooseSecond
    /// Sets the factor by which the first stream is multiplied.
    case setGain
    /// Sets the offset that is added to the first stream.
    case setOffset
    /// Sets the unit of the derived stream.
    case setUnit
    /// Creates the stream described by the draft.
    case make
    /// Discards the draft of a derived stream.
    case discard
    /// Removes the derived stream with the given channel number.
    case remove(channel: UInt8)
  }

  /// An action that a control of the test bed triggers.
  package enum Testbed: Equatable, Sendable {
    /// Starts a test run, or cancels the current one.
    case run
    /// Sets the number of streams to draw.
    case setStreams
    /// Sets the sample rate of each stream.
    case setRate
    /// Sets the maximum frame rate.
    case setViewRate
  }
}
