import WaveBiosignals
import WaveFiles
import WaveRadioFormats

/// A recording of either kind, opened.
enum OpenedRecording: Sendable {
  /// A log, and whether it lay behind gzip.
  case log(RecordedLog, isCompressed: Bool)
  case samples(SampleFile)

  /// Opens a file as what its name and content say it is.
  init(path: String, settings: SampleSettings) throws(DeviceError) {
    if let file = try SigMFFiles.open(path: path, settings: settings) {
      self = .samples(file)
      return
    }
    let content: FileContent
    let first: [UInt8]
    do throws(FileError) {
      content = try FileContent(path: path)
      first = try content.start(count: RadioFileKind.probeBytes)
    } catch {
      throw DeviceError(error)
    }
    let kind: RadioFileKind?
    do throws(RadioFormatError) {
      // A format that was given says what the name would.
      let name = settings.format == nil ? content.file.name : "given.cu8"
      kind = try RadioFileKind.detect(
        first: first.span, name: Array(name.utf8), isCompressed: content.isCompressed,
        isForeign: { BiosignalFileKind.detect(first: $0) != nil })
    } catch {
      throw DeviceError(error, path: path)
    }
    if settings.format != nil {
      guard case .samples? = kind else {
        throw DeviceError(
          what: "says itself what it holds, which no format changes", place: path,
          advice: "Leave the format out, which is for bare samples")
      }
    }
    guard let kind else {
      throw DeviceError(
        what: "these are signals of sensors, and no samples of a receiver", place: path,
        advice: "Give a recording of a receiver")
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
    case .sigMFMetadata, .sigMFDataset:
      throw DeviceError(
        what: "this is a file of a SigMF recording under another name", place: path,
        advice: "Name its two files .sigmf-meta and .sigmf-data")
    }
  }
}
