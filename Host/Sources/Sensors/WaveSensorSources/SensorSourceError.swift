public import WaveBiosignals
public import WaveStorage
public import WaveSystem

/// The reason that sensors cannot be opened or read, or that a recording cannot be converted.
public enum SensorSourceError: SourceError, Equatable {
  /// An error in the command-line argument.
  case argument(SourceArgumentError)
  /// A file that cannot be opened or read.
  case file(FileError)
  /// An error in the content of a file.
  case format(BiosignalError, path: String)
  /// An error of a store.
  case store(StorageError)

  // MARK: Lines

  /// Standard input is a terminal.
  case nothingPiped
  /// A baud rate that serial ports do not support; holds those that they do.
  case invalidBaud(Int, place: String, known: [Int])
  /// A device that does not exist; holds the serial ports of this machine.
  case noDevice(path: String, known: [String])
  /// A device that the user has no permission to open.
  case deviceNotPermitted(path: String)
  /// A device that cannot be opened.
  case deviceUnavailable(path: String, reason: String)
  /// A device that is not a serial port.
  case notSerialPort(path: String)
  /// A broker without a topic.
  case noTopic(place: String, example: String)
  /// A topic that is too long.
  case topicTooLong(place: String, example: String)
  /// A topic with wildcards.
  case severalTopics(String)

  // MARK: Recordings

  /// A path that is not a folder.
  case noFolder(path: String)
  /// Reading was cancelled.
  case cancelled(path: String)
  /// A recording with only annotations, which cannot be played.
  case annotationsOnly(count: Int, path: String)
  /// A recording without a signal that can be played.
  case nothingToPlay(path: String)
  /// A WFDB record whose signal file is missing.
  case signalFileMissing(String, header: String)
  /// A WFDB record with a missing segment.
  case segmentMissing(String, path: String)

  // MARK: Conversion

  /// A path whose extension belongs to no format.
  case unknownEnding(path: String)
  /// A recording without samples.
  case noSamples(path: String)
  /// Annotations without signals, for a format that cannot hold them.
  case annotationsAlone(count: Int, format: String, path: String)
  /// Gaps with more missing samples than can be written.
  case gapsTooLong(group: String, missing: Int64, size: String, limit: Int64, path: String)
  /// A recording in which no channel is a voltage.
  case noVoltage(path: String)
  /// A channel whose values have no range.
  case noRange(channel: String, path: String)
  /// Rates, in hertz, that have no common frame.
  case noCommonFrame(rates: [Double], path: String)
  /// Rates, in hertz, that have no common record length.
  case noCommonRecord(rates: [Double], path: String)
  /// A name that is not allowed for a WFDB record.
  case invalidRecordName(path: String)
  /// More records than EDF can count.
  case tooManyRecords(Int64, seconds: Double, path: String)
  /// A gap that is too long for the record times.
  case gapBeyondTimes(path: String)

  /// Wraps a file error.
  init(_ error: FileError) { self = .file(error) }

  /// Wraps an error in the content of a file.
  init(_ error: BiosignalError, path: String) { self = .format(error, path: path) }

  /// Wraps a store error.
  init(_ error: StorageError) { self = .store(error) }
}
