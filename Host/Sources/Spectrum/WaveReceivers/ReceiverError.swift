public import WaveRadioFormats
public import WaveSignal
public import WaveSystem
import WaveText

/// Why a receiver or a recording of one cannot be opened, read or recorded.
public enum ReceiverError: SourceError, Equatable {
  /// What is written on the command line.
  case argument(SourceArgumentError)
  /// With a file.
  case file(FileError)
  /// Inside a file.
  case format(RadioFormatError, path: String)
  /// What a signal computation refuses.
  case signal(SignalError, path: String)

  // MARK: Arguments

  /// Sensors, which have no spectrum.
  case noSpectrum(place: String)
  /// A sample rate that receivers behind rtl_tcp do not have.
  case receiverRate(hertz: UInt32, place: String)
  /// A switch that is neither on nor off.
  case invalidSwitch(name: String, value: String, place: String)
  /// A name that no format of samples has.
  case unknownFormat(String, place: String)
  /// A name that no window has.
  case unknownWindow(String, place: String)
  /// A checksum that is to be checked neither `yes` nor `no`.
  case invalidVerify(String, place: String)
  /// Standard input is a terminal.
  case nothingPiped
  /// What is piped is of no known kind; holds those that are known.
  case unknownPipeKind(String, known: [String])
  /// Samples come over a pipe, but not how they are stored.
  case pipeFormatMissing
  /// Samples of a format come over a pipe, but not at which rate.
  case pipeRateMissing(format: String)
  /// What comes over a pipe is not recorded.
  case pipeNotRecorded(argument: String)

  // MARK: The simulated server

  /// A sample rate that dongles do not have.
  case dongleRate(hertz: UInt32)
  /// Nothing can be listened at.
  case listening(host: String, port: Int, reason: String)
  /// A file to be repeated has not one sample.
  case nothingToRepeat(path: String)
  /// A file became shorter while it was repeated.
  case shortenedRepeat(path: String)

  // MARK: Recording

  /// A path that names no recording.
  case noRecordingName(path: String)
  /// A path that ends as an archive does; holds it without that.
  case archiveName(path: String, base: String)
  /// The recording would replace its source.
  case ontoItself(path: String)
  /// The disk has less room than is wanted; megabytes are nil where they are beyond counting.
  case noRoom(path: String, wantedMegabytes: Int?, freeMegabytes: Int, seconds: Int)
  /// The rate or the format of samples changed.
  case samplesChanged
  /// Samples were lost more often than a recording can say.
  case tooManyGaps(count: Int)
  /// A recording of levels, not of samples.
  case levelsOnly(path: String)

  // MARK: Recordings

  /// A format is given for a file that says its own.
  case formatNotNeeded(path: String)
  /// A file of a SigMF recording under another name.
  case renamedSigMF(path: String)
  /// Signals of sensors.
  case sensorSignals(path: String)
  /// More levels than are read.
  case tooManyLevels(limit: Int, path: String)
  /// No channel has this number.
  case noChannel(Int, count: Int, path: String)
  /// No capture has this number.
  case noCapture(Int, count: Int, path: String)
  /// Fewer samples than a spectrum takes.
  case tooFewSamples(Int, path: String)
  /// Fewer samples than a transform has points.
  case transformTooLong(points: Int, sampleCount: Int, path: String)
  /// A file became shorter while it was read.
  case shortened(path: String, byte: Int)
  /// An archive lacks a member.
  case notInArchive(String, path: String)
  /// The samples of a SigMF recording are missing.
  case datasetMissing(String, path: String)
  /// The metadata of a SigMF recording are missing.
  case metadataMissing(String, path: String)
  /// A SigMF recording that has no samples on purpose.
  case metadataOnly(path: String)
  /// SigMF metadata name samples that are no file beside them.
  case datasetNotBeside(String, path: String)

  /// Describes what a file could not give.
  init(_ error: FileError) { self = .file(error) }

  /// Describes what is wrong inside a file.
  init(_ error: RadioFormatError, path: String) { self = .format(error, path: path) }

  /// Describes what is wrong inside a text or an archive.
  init(_ error: TextError, path: String) {
    self = .format(error == .empty ? .empty : .text(error), path: path)
  }

  /// Describes what a signal computation refuses.
  init(_ error: SignalError, path: String) { self = .signal(error, path: path) }
}
