public import WaveRadioFormats
public import WaveSignal
public import WaveSystem
import WaveText

/// The reason why a receiver or recording cannot be opened, read or recorded.
public enum ReceiverError: SourceError, Equatable {
  /// An error in the command-line argument.
  case argument(SourceArgumentError)
  /// A file cannot be opened or read.
  case file(FileError)
  /// The content of a file has an error.
  case format(RadioFormatError, path: String)
  /// The analysis rejects the settings.
  case signal(SignalError, path: String)

  // MARK: Arguments

  /// The source is a sensor, which has no spectrum.
  case noSpectrum(place: String)
  /// Receivers behind rtl_tcp do not support the sample rate.
  case receiverRate(hertz: UInt32, place: String)
  /// The value of an on/off parameter is neither on nor off.
  case invalidSwitch(name: String, value: String, place: String)
  /// The sample format is unknown.
  case unknownFormat(String, place: String)
  /// The window function is unknown.
  case unknownWindow(String, place: String)
  /// The value of `verify` is neither `yes` nor `no`.
  case invalidVerify(String, place: String)
  /// Standard input is a terminal rather than a pipe.
  case nothingPiped
  /// The type of data from a pipe is unknown. `known` lists the known types.
  case unknownPipeKind(String, known: [String])
  /// The format of samples from a pipe was not specified.
  case pipeFormatMissing
  /// The rate of samples from a pipe was not specified.
  case pipeRateMissing(format: String)
  /// A pipe cannot be recorded.
  case pipeNotRecorded(argument: String)

  // MARK: The simulated server

  /// RTL-SDR dongles do not support the sample rate.
  case dongleRate(hertz: UInt32)
  /// The server cannot listen at the address.
  case listening(host: String, port: Int, reason: String)
  /// The file to be played in a loop contains no samples.
  case nothingToRepeat(path: String)
  /// The file became shorter while it was played in a loop.
  case shortenedRepeat(path: String)

  // MARK: Recording

  /// The path does not contain a name for the recording.
  case noRecordingName(path: String)
  /// The path has the extension of an archive. `base` is the path without the extension.
  case archiveName(path: String, base: String)
  /// The recording would replace the file from which it is made.
  case ontoItself(path: String)
  /// The disk has too little free space; `wantedMegabytes` is nil if the amount required is too large to
  /// compute.
  case noRoom(path: String, wantedMegabytes: Int?, freeMegabytes: Int, seconds: Int)
  /// The sample rate or format changed during the recording.
  case samplesChanged
  /// The recording has more gaps than the limit.
  case tooManyGaps(count: Int)
  /// The recording contains levels rather than samples.
  case levelsOnly(path: String)

  // MARK: Recordings

  /// A format was given for a file that specifies its own.
  case formatNotNeeded(path: String)
  /// A file of a SigMF recording was renamed and has the wrong extension.
  case renamedSigMF(path: String)
  /// The recording contains sensor signals rather than radio samples.
  case sensorSignals(path: String)
  /// The log has more levels than the limit.
  case tooManyLevels(limit: Int, path: String)
  /// The channel does not exist.
  case noChannel(Int, count: Int, path: String)
  /// The capture does not exist.
  case noCapture(Int, count: Int, path: String)
  /// There are fewer samples than a spectrum requires.
  case tooFewSamples(Int, path: String)
  /// There are fewer samples than the transform has points.
  case transformTooLong(points: Int, sampleCount: Int, path: String)
  /// The file became shorter while it was read.
  case shortened(path: String, byte: Int)
  /// The archive lacks a member.
  case notInArchive(String, path: String)
  /// The samples of a SigMF recording are missing.
  case datasetMissing(String, path: String)
  /// The metadata of a SigMF recording are missing.
  case metadataMissing(String, path: String)
  /// The SigMF recording intentionally has no samples.
  case metadataOnly(path: String)
  /// The SigMF metadata specify a samples file that is not in the same folder.
  case datasetNotBeside(String, path: String)

  /// Creates a receiver error from an error in text or in an archive.
  init(_ error: TextError, path: String) {
    self = .format(error == .empty ? .empty : .text(error), path: path)
  }

  /// Returns the result of work with files, whose error becomes a receiver error.
  static func filed<Value: ~Copyable>(
    _ work: @autoclosure () throws(FileError) -> Value
  ) throws(ReceiverError) -> Value {
    do throws(FileError) { return try work() } catch { throw .file(error) }
  }

  /// Returns the result of reading a file's content, whose error becomes a receiver error.
  static func parsed<Value: ~Copyable>(
    _ path: String, _ work: @autoclosure () throws(RadioFormatError) -> Value
  ) throws(ReceiverError) -> Value {
    do throws(RadioFormatError) { return try work() } catch { throw .format(error, path: path) }
  }

  /// Returns the result of work with an analyzer, whose error becomes a receiver error.
  static func analyzed<Value: ~Copyable>(
    _ path: String, _ work: @autoclosure () throws(SignalError) -> Value
  ) throws(ReceiverError) -> Value {
    do throws(SignalError) { return try work() } catch { throw .signal(error, path: path) }
  }
}
