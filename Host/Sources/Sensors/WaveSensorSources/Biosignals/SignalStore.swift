import WaveSystem

/// Where the samples of a recording lie: one for each kind of file.
protocol SignalStore: Sendable {
  /// Reads values of all channels of a group.
  ///
  /// The stretch lies within the group; what is missing is NaN.
  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]]

  /// Where there are samples of a group, in order and apart from each other; all others are missing.
  ///
  /// Some may be missing within them, too: it is told so that what is mostly missing need not be read.
  func stretches(group: Int, sampleCount: Int64) throws(SensorSourceError) -> [Range<Int64>]

  /// Compares samples with checksums that the file brings along; nil where it has none.
  ///
  /// What is given are the channels whose samples differ.
  func differingChannels() throws(SensorSourceError) -> [String]?
}

extension SignalStore {
  func stretches(group: Int, sampleCount: Int64) throws(SensorSourceError) -> [Range<Int64>] {
    sampleCount > 0 ? [0..<sampleCount] : []
  }

  func differingChannels() throws(SensorSourceError) -> [String]? { nil }
}

/// What opening a file found.
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
  /// Reads a stretch; shorter where the file ends.
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
  /// Text of a file: UTF-8, or else the characters of Latin-1, which old programs write.
  init(signalText bytes: [UInt8]) {
    self =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
