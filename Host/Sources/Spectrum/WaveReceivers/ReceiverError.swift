public import WaveRadioFormats
public import WaveSignal
public import WaveSystem
import WaveText

/// The reason that a receiver or a recording cannot be opened, read or recorded.
public enum ReceiverError: SourceError, Equatable {
  /// An error in the command-line argument.
  case argument(SourceArgumentError)
  /// A file that cannot be opened or read.
  case file(FileError)
  /// An error in the content of a file.
  case format(RadioFormatError, path: String)
  /// Settings that the analysis refuses.
  case signal(SignalError, path: String)

  // MARK: Arguments

  /// Sensors, which have no spectrum.
  case noSpectrum(place: String)
  /// A sample rate that receivers behind rtl_tcp do not support.
  case receiverRate(hertz: UInt32, place: String)
  /// A switch that is neither on nor off.
  case invalidSwitch(name: String, value: String, place: String)
  /// An unknown sample format.
  case unknownFormat(String, place: String)
  /// An unknown window function.
  case unknownWindow(String, place: String)
  /// A value of `verify` that is neither `yes` nor `no`.
  case invalidVerify(String, place: String)
  /// Standard input is a terminal.
  case nothingPiped
  /// An unknown kind of data for a pipe; holds the known kinds.
  case unknownPipeKind(String, known: [String])
  /// Samples from a pipe without a format.
  case pipeFormatMissing
  /// Samples from a pipe without a rate.
  case pipeRateMissing(format: String)
  /// A pipe, which cannot be recorded.
  case pipeNotRecorded(argument: String)

  // MARK: The simulated server

  /// A sample rate that dongles do not support.
  case dongleRate(hertz: UInt32)
  /// An address at which the server cannot listen.
  case listening(host: String, port: Int, reason: String)
  /// A file to be repeated that has no samples.
  case nothingToRepeat(path: String)
  /// A file that became shorter while it was repeated.
  case shortenedRepeat(path: String)

  // MARK: Recording

  /// A path without the name of a recording.
  case noRecordingName(path: String)
  /// A path with the extension of an archive; holds the path without it.
  case archiveName(path: String, base: String)
  /// A recording that would replace its source.
  case ontoItself(path: String)
  /// A disk without enough free space; the wanted megabytes are nil if they cannot be counted.
  case noRoom(path: String, wantedMegabytes: Int?, freeMegabytes: Int, seconds: Int)
  /// A change of the sample rate or format.
  case samplesChanged
  /// More gaps than a recording can describe.
  case tooManyGaps(count: Int)
  /// A recording of levels, not of samples.
  case levelsOnly(path: String)

  // MARK: Recordings

  /// A format for a file that states its own.
  case formatNotNeeded(path: String)
  /// A file of a SigMF recording under another name.
  case renamedSigMF(path: String)
  /// A recording of sensors.
  case sensorSignals(path: String)
  /// More levels than the limit.
  case tooManyLevels(limit: Int, path: String)
  /// A channel number that does not exist.
  case noChannel(Int, count: Int, path: String)
  /// A capture number that does not exist.
  case noCapture(Int, count: Int, path: String)
  /// Fewer samples than a spectrum needs.
  case tooFewSamples(Int, path: String)
  /// Fewer samples than a transform has points.
  case transformTooLong(points: Int, sampleCount: Int, path: String)
  /// A file that became shorter while it was read.
  case shortened(path: String, byte: Int)
  /// An archive with a missing member.
  case notInArchive(String, path: String)
  /// A SigMF recording whose samples are missing.
  case datasetMissing(String, path: String)
  /// A SigMF recording whose metadata are missing.
  case metadataMissing(String, path: String)
  /// A SigMF recording that intentionally has no samples.
  case metadataOnly(path: String)
  /// SigMF metadata that name a samples file outside of their folder.
  case datasetNotBeside(String, path: String)

  /// Wraps a file error.
  init(_ error: FileError) { self = .file(error) }

  /// Wraps an error in the content of a file.
  init(_ error: RadioFormatError, path: String) { self = .format(error, path: path) }

  /// Wraps an error in a text or an archive.
  init(_ error: TextError, path: String) {
    self = .format(error == .empty ? .empty : .text(error), path: path)
  }

  /// Wraps a refusal by the analysis.
  init(_ error: SignalError, path: String) { self = .signal(error, path: path) }
}
