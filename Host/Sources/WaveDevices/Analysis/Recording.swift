import WaveFiles
import WaveFormats

/// A recording of either kind, opened.
enum Recording: Sendable {
  /// A log, and whether it lay behind gzip.
  case log(RecordedLog, isCompressed: Bool)
  case samples(SampleFile)

  /// Opens a file as what its content says it is.
  init(path: String, settings: SampleSettings) throws(DeviceError) {
    let content: FileContent
    let first: [UInt8]
    do throws(FileError) {
      content = try FileContent(path: path)
      first = try content.start()
    } catch {
      throw DeviceError(error)
    }
    let kind: FileKind
    do throws(FormatError) {
      kind = try FileKind.detect(
        first: first.span, name: Array(content.file.name.utf8), isCompressed: content.isCompressed)
    } catch {
      throw DeviceError(error, path: path)
    }
    switch kind {
    case .rtlPower: self = .log(try RecordedLog(content: content), isCompressed: content.isCompressed)
    case .samples(let format):
      self = .samples(try SampleFile(file: content.file, format: format, settings: settings))
    case .hackRFSweep, .sigMFMetadata, .sigMFDataset, .sigMFArchive, .wav, .sdriq:
      throw DeviceError(.unknownKind, path: path)
    }
  }
}
