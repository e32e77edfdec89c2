public import WaveBiosignals
public import WaveStorage
public import WaveSystem

/// An error that occurs when opening or reading sensors, or converting a recording.
public enum SensorSourceError: SourceError, Equatable {
  /// An error in the command-line argument.
  case argument(SourceArgumentError)
  /// A file cannot be opened or read.
  case file(FileError)
  /// An error in the content of a file.
  case format(BiosignalError, path: String)
  /// An error in a Waveglass store.
  case store(StorageError)

  // MARK: Lines

  /// Standard input is a terminal.
  case nothingPiped
  /// The baud rate is not supported by serial ports; `known` lists the supported rates.
  case invalidBaud(Int, place: String, known: [Int])
  /// The device does not exist; `known` lists the serial ports of this machine.
  case noDevice(path: String, known: [String])
  /// The user has no permission to open the device.
  case deviceNotPermitted(path: String)
  /// The device cannot be opened.
  case deviceUnavailable(path: String, reason: String)
  /// The device is not a serial port.
  case notSerialPort(path: String)
  /// The broker address has no topic.
  case noTopic(place: String, example: String)
  /// The topic is too long.
  case topicTooLong(place: String, example: String)
  /// The topic contains wildcards.
  case severalTopics(String)

  // MARK: Recordings

  /// The path is not a folder.
  case noFolder(path: String)
  /// Reading was cancelled.
  case cancelled(path: String)
  /// The recording contains only annotations, and cannot be played.
  case annotationsOnly(count: Int, path: String)
  /// The recording contains no signal that can be played.
  case nothingToPlay(path: String)
  /// The signal file of a WFDB record is missing.
  case signalFileMissing(String, header: String)
  /// A segment of a WFDB record is missing.
  case segmentMissing(String, path: String)

  // MARK: Conversion

  /// The path's extension belongs to no supported format.
  case unknownEnding(path: String)
  /// The recording contains no samples.
  case noSamples(path: String)
  /// The format cannot store annotations without signals.
  case annotationsAlone(count: Int, format: String, path: String)
  /// The gaps contain more missing samples than can be filled.
  case gapsTooLong(group: String, missing: Int64, size: String, limit: Int64, path: String)
  /// None of the recording's channels is a voltage.
  case noVoltage(path: String)
  /// The value range of a channel cannot be represented by a digital scale.
  case noRange(channel: String, path: String)
  /// The rates, in hertz, have no common frame rate.
  case noCommonFrame(rates: [Double], path: String)
  /// The rates, in hertz, have no common record length.
  case noCommonRecord(rates: [Double], path: String)
  /// The name is not allowed for a WFDB record.
  case invalidRecordName(path: String)
  /// The recording needs more records than EDF can count.
  case tooManyRecords(Int64, seconds: Double, path: String)
  /// A gap is too long for EDF's record times.
  case gapBeyondTimes(path: String)
}
