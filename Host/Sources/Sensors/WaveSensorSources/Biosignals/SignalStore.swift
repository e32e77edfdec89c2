import WaveBiosignals
import WaveSystem

/// A reader for the samples of a recording; each file format has its own conforming type.
protocol SignalStore: Sendable {
  /// Reads the values of all channels of a group.
  ///
  /// The range must lie within the group; missing samples are NaN.
  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]]

  /// Returns the ordered, disjoint ranges of a group that contain samples. All other samples are missing.
  ///
  /// Samples within a range can also be missing, because the ranges only serve to avoid reading long gaps.
  func stretches(group: Int, sampleCount: Int64) throws(SensorSourceError) -> [Range<Int64>]

  /// Returns the labels of the channels whose samples differ from the file's checksums.
  ///
  /// Returns nil if the file has no checksums.
  func differingChannels() throws(SensorSourceError) -> [String]?
}

extension SignalStore {
  func stretches(group: Int, sampleCount: Int64) throws(SensorSourceError) -> [Range<Int64>] {
    sampleCount > 0 ? [0..<sampleCount] : []
  }

  func differingChannels() throws(SensorSourceError) -> [String]? { nil }
}

/// The contents of a recording, as determined when its file is opened.
struct SignalContents {
  var kind: SignalFile.Kind
  var byteCount: Int
  var groups: [SignalGroup]
  var startMicroseconds: Int64?
  var annotations: [SignalAnnotation] = []
  var remarks: [String] = []
  var warnings: [String] = []
  var look: RecordedLook?
  var store: any SignalStore
}

extension ReadOnlyFile {
  /// Reads `count` bytes at an offset, or fewer if the file ends earlier.
  func bytes(at offset: Int, count: Int) throws(SensorSourceError) -> [UInt8] {
    let there = max(0, min(count, byteCount - offset))
    var bytes = [UInt8](repeating: 0, count: there)
    let count = try SensorSourceError.converting(SensorSourceError.file, read(into: &bytes, at: offset))
    bytes.removeLast(there - count)
    return bytes
  }

  /// Returns what is parsed from the file's content, or throws the content's error with the file's path.
  func parsing<Value>(
    _ value: @autoclosure () throws(BiosignalError) -> Value
  ) throws(SensorSourceError) -> Value {
    do throws(BiosignalError) { return try value() } catch { throw .format(error, path: path) }
  }

  /// Opens one file of a recording.
  static func opened(_ path: String) throws(SensorSourceError) -> ReadOnlyFile {
    do throws(FileError) { return try ReadOnlyFile(path: path) } catch { throw .file(error) }
  }

  /// Opens one file of a recording; returns nil if the file does not exist.
  static func openedIfExists(_ path: String) throws(SensorSourceError) -> ReadOnlyFile? {
    do throws(FileError) { return try ReadOnlyFile(path: path) } catch {
      guard case .notFound = error.cause else { throw .file(error) }
      return nil
    }
  }
}

extension String {
  /// Creates a string from text in a file.
  ///
  /// The encoding is UTF-8 if the text is valid UTF-8, otherwise Latin-1, which old programs write.
  init(signalText bytes: [UInt8]) {
    self =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
