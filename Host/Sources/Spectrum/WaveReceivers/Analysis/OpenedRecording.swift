import WaveRadioFormats
import WaveSystem

/// An opened recording: a log or a file of samples.
enum OpenedRecording: Sendable {
  /// A log, and whether it was compressed with gzip.
  case log(RecordedLog, isCompressed: Bool)
  case samples(SampleFile)

  /// Opens a file as the type that its name and content indicate.
  init(path: String, settings: SampleSettings) throws(ReceiverError) {
    if let file = try SigMFFiles.open(path: path, settings: settings) {
      self = .samples(file)
      return
    }
    let content = try ReceiverError.filed(FileContent(path: path))
    let first = try ReceiverError.filed(content.start(count: RadioFileKind.probeBytes))
    // A format given by the user overrides the one that the name indicates.
    let name = Array((settings.format == nil ? content.file.name : "given.cu8").utf8)
    let kind = try ReceiverError.parsed(
      path, RadioFileKind.detect(first: first.span, name: name, isCompressed: content.isCompressed))
    if settings.format != nil {
      guard case .samples = kind else { throw .formatNotNeeded(path: path) }
    }
    switch kind {
    case .rtlPower, .hackRFSweep:
      self = .log(
        try RecordedLog(content: content, isBinary: kind == .hackRFSweep), isCompressed: content.isCompressed)
    case .samples(let format):
      self = .samples(
        try SampleFile(file: content.file, format: settings.format ?? format, settings: settings))
    case .wav, .sdriq, .sigMFArchive:
      self = .samples(try SampleContainer.open(kind, content.file, first: first, settings: settings))
    case .sigMFMetadata, .sigMFDataset: throw .renamedSigMF(path: path)
    }
  }
}
