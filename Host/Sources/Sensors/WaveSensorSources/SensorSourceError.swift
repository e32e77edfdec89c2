public import WaveBiosignals
public import WaveStorage
public import WaveSystem

/// Why a source of sensors cannot be opened or read, or a recording of one not be written in another format.
public enum SensorSourceError: SourceError, Equatable {
  /// What is written on the command line.
  case argument(SourceArgumentError)
  /// With a file.
  case file(FileError)
  /// Inside a file.
  case format(BiosignalError, path: String)
  /// With a store.
  case store(StorageError)

  // MARK: Lines

  /// Standard input is a terminal.
  case nothingPiped
  /// A speed that serial ports do not have; holds those that they have.
  case invalidBaud(Int, place: String, known: [Int])
  /// No such device; holds the serial ports of this machine.
  case noDevice(path: String, known: [String])
  /// The user may not open a device.
  case deviceNotPermitted(path: String)
  /// A device that cannot be opened.
  case deviceUnavailable(path: String, reason: String)
  /// A device that is no serial port.
  case notSerialPort(path: String)
  /// No topic behind a broker.
  case noTopic(place: String, example: String)
  /// A topic that is longer than one may be.
  case topicTooLong(place: String, example: String)
  /// A topic that stands for several.
  case severalTopics(String)

  // MARK: Recordings

  /// A path that is no folder.
  case noFolder(path: String)
  /// Reading was ended.
  case cancelled(path: String)
  /// A recording that has annotations alone, which are not played.
  case annotationsOnly(count: Int, path: String)
  /// A recording without a signal that can be played.
  case nothingToPlay(path: String)
  /// A WFDB record lacks a file of signals.
  case signalFileMissing(String, header: String)
  /// A WFDB record lacks a segment.
  case segmentMissing(String, path: String)

  // MARK: Conversion

  /// A path whose ending is that of no format.
  case unknownEnding(path: String)
  /// A recording without samples.
  case noSamples(path: String)
  /// Annotations without signals, for a format that cannot hold them.
  case annotationsAlone(count: Int, format: String, path: String)
  /// Gaps of more missing samples than are written.
  case gapsTooLong(group: String, missing: Int64, size: String, limit: Int64, path: String)
  /// No channel is a voltage.
  case noVoltage(path: String)
  /// A channel's values have no range.
  case noRange(channel: String, path: String)
  /// Rates in hertz that have no common frame.
  case noCommonFrame(rates: [Double], path: String)
  /// Rates in hertz that have no common length of records.
  case noCommonRecord(rates: [Double], path: String)
  /// A name that a WFDB record cannot have.
  case invalidRecordName(path: String)
  /// More records than EDF can count.
  case tooManyRecords(Int64, seconds: Double, path: String)
  /// A gap that is longer than times of records.
  case gapBeyondTimes(path: String)

  /// Describes what a file could not give.
  init(_ error: FileError) { self = .file(error) }

  /// Describes what is wrong inside a file.
  init(_ error: BiosignalError, path: String) { self = .format(error, path: path) }

  /// Describes what a store could not give.
  init(_ error: StorageError) { self = .store(error) }
}
