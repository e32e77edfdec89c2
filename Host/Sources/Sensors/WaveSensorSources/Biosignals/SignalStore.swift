import WaveSystem

/// The samples of a recording; each kind of file implements it.
protocol SignalStore: Sendable {
  /// Reads values of all channels of a group.
  ///
  /// The stretch must lie within the group; missing samples are NaN.
  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]]

  /// The stretches of a group that have samples, in order and disjoint; all other samples are missing.
  ///
  /// Samples within a stretch may be missing as well: stretches only avoid reading long gaps.
  func stretches(group: Int, sampleCount: Int64) throws(SensorSourceError) -> [Range<Int64>]

  /// Compares samples with checksums in the file; nil if it has none.
  ///
  /// The result contains the channels whose samples differ.
  func differingChannels() throws(SensorSourceError) -> [String]?
}

extension SignalStore {
  func stretches(group: Int, sampleCount: Int64) throws(SensorSourceError) -> [Range<Int64>] {
    sampleCount > 0 ? [0..<sampleCount] : []
  }

  func differingChannels() throws(SensorSourceError) -> [String]? { nil }
}

/// The result of opening a file.
struct SignalContents {
  var kind: SignalFile.Kind
  var byteCount: Int
  var groups: [SignalGroup]
  var startMicroseconds: Int64?
  var annotations: [SignalAnnotation] = []
  var remarks: [String] = []
  var oddities: [String] = []
  var look: RecordedLook?
  var store: any SignalStore
}

extension ReadOnlyFile {
  /// Reads bytes; fewer if the file ends.
  func bytes(at offset: Int, count: Int) throws(SensorSourceError) -> [UInt8] {
    let there = max(0, min(count, byteCount - offset))
    var bytes = [UInt8](repeating: 0, count: there)
    do throws(FileError) {
      let count = try read(into: &bytes, at: offset)
      bytes.removeLast(there - count)
    } catch {
      throw SensorSourceError(error)
    }
    return bytes
  }

  /// Opens a file of a recording.
  static func opened(_ path: String) throws(SensorSourceError) -> ReadOnlyFile {
    do throws(FileError) { return try ReadOnlyFile(path: path) } catch { throw SensorSourceError(error) }
  }
}

extension String {
  /// Creates a string from a file's text: UTF-8, or otherwise Latin-1, which old programs write.
  init(signalText bytes: [UInt8]) {
    self =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
