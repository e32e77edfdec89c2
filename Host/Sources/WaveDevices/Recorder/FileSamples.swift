import WaveFiles
import WaveSignal
import WaveWire

/// A file's samples as they are stored, as fast as they are read.
public struct FileSamples: SampleSource {
  /// Bytes of a block.
  static let blockBytes = 1 << 18

  private let file: SampleFile
  private let first: SampleProperties

  /// Opens a file of samples.
  ///
  /// - Parameters:
  ///   - path: The file; its content and name tell what it is.
  ///   - rateHertz: Samples in a second where the file does not say; nil where nobody knows.
  ///   - centerHertz: Frequency at zero where the file does not say; nil where nobody knows.
  /// - Throws: `DeviceError` for files that cannot be read or hold no samples.
  public init(path: String, rateHertz: Double? = nil, centerHertz: Double? = nil) throws(DeviceError) {
    var settings = SampleSettings()
    if let rateHertz { settings.rateHertz = rateHertz }
    if let centerHertz { settings.centerHertz = centerHertz }
    guard case .samples(let file) = try Recording(path: path, settings: settings) else {
      throw DeviceError(
        what: "holds power levels, and samples cannot be made of them", place: path,
        advice: "Give a receiver, demo: or a file of samples")
    }
    self.file = file
    first = SampleProperties(
      format: file.format, rateHertz: file.settings.rateHertz, centerHertz: file.settings.centerHertz,
      name: file.file.name,
      recorded: RecordedOrigin(
        path: path, isRateKnown: rateHertz != nil || file.layout.rateHertz != nil,
        isCenterKnown: centerHertz != nil || file.layout.segments.contains { $0.centerHertz != nil }))
  }

  /// What the first samples are.
  public var properties: SampleProperties { first }

  /// Reads the file each time that a reader wants more.
  public func samples() -> AsyncStream<SampleEvent> {
    let reading = Reading(file: file)
    return AsyncStream { await reading.next() }
  }

  /// How far the file has been read.
  private actor Reading {
    private let file: SampleFile
    private var place = 0
    private var waiting: [SampleEvent] = []
    private var buffer: [UInt8] = []

    init(file: SampleFile) {
      self.file = file
      if let warning = file.warning(invalidCount: 0) {
        waiting = [.notice(Notice(severity: .warning, text: Array(warning.utf8)))]
      }
    }

    func next() -> SampleEvent? {
      if !waiting.isEmpty { return waiting.removeFirst() }
      guard place < file.sampleCount, !Task.isCancelled else { return nil }
      let count = min(FileSamples.blockBytes / file.format.bytesPerSample, file.sampleCount - place)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count * file.format.bytesPerSample)
      do throws(DeviceError) {
        try file.read(place..<(place + count), buffer: &buffer) { piece in
          for index in piece.indices { bytes.append(piece[index]) }
        }
      } catch {
        let missing = file.sampleCount - place
        place = file.sampleCount
        waiting = [.notice(Notice(severity: .failure, text: Array(error.description.utf8)))]
        return .lost(samples: missing)
      }
      place += count
      return .samples(SampleBlock(bytes: bytes, microseconds: MonotonicClock.microseconds))
    }
  }
}
