import WaveSystem
public import WaveSpectra
import WaveWire

/// A source of samples that reads a file as fast as its consumer requests samples.
///
/// 24-bit samples, for which SigMF has no datatype, are converted to 32-bit samples with the same levels.
public struct FileSamples: SampleSource {
  /// The number of samples in a block.
  static let blockSamples = 1 << 17

  private let file: SampleFile
  private let widening: SampleWidening?

  /// Opens a sample file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose type is detected from its content and name.
  ///   - rateHertz: The sample rate in hertz; nil to use the rate in the file.
  ///   - centerHertz: The radio frequency that corresponds to 0 Hz in the samples; nil to use the frequency
  ///     in the file.
  ///   - format: The format of raw samples; nil to use the format indicated by the file's name.
  /// - Throws: `ReceiverError` for files that cannot be read or contain no samples.
  public init(
    path: String, rateHertz: Double? = nil, centerHertz: Double? = nil, format: IQFormat? = nil
  ) throws(ReceiverError) {
    let settings = SampleSettings(rateHertz: rateHertz, centerHertz: centerHertz, format: format)
    guard case .samples(let file) = try OpenedRecording(path: path, settings: settings) else {
      throw .levelsOnly(path: path)
    }
    self.file = file
    widening = SampleWidening(file.format)
  }

  /// The properties of the first samples.
  public var properties: SampleProperties { properties(of: file.layout.segments.first) }

  /// Returns a stream that reads the file whenever its consumer requests more.
  public func samples() -> AsyncStream<SampleEvent> {
    let reading = Reading(self)
    return AsyncStream { await reading.next() }
  }

  /// Returns the properties of a segment's samples.
  private func properties(of segment: SampleLayout.Segment?) -> SampleProperties {
    SampleProperties(
      format: widening?.format ?? file.format, rateHertz: file.settings.rateHertz,
      centerHertz: segment.map(file.centerHertz(of:)) ?? file.settings.centerHertz, name: file.file.name,
      recorded: RecordedOrigin(
        path: file.path, startMicroseconds: file.layout.isUniversalTime ? segment?.startMicroseconds : nil,
        isRateKnown: file.rateFact != nil,
        isCenterKnown: file.settings.isCenterGiven || segment?.centerHertz != nil))
  }

  /// The current position in a file that is being read, and the pending events.
  private actor Reading {
    private let source: FileSamples
    private var segment = 0
    private var place = 0
    private var waiting: [SampleEvent] = []
    private var buffer: [UInt8] = []

    private var file: SampleFile { source.file }

    init(_ source: FileSamples) {
      self.source = source
      if let warning = source.file.warning(invalidCount: 0) {
        waiting = [.notice(Notice(severity: .warning, text: warning))]
      }
    }

    func next() -> SampleEvent? {
      if !waiting.isEmpty { return waiting.removeFirst() }
      guard segment < file.layout.segments.count, !Task.isCancelled else { return nil }
      let samples = file.layout.segments[segment].samples
      guard place < samples.upperBound else {
        segment += 1
        guard segment < file.layout.segments.count else { return nil }
        place = file.layout.segments[segment].firstSample
        return .changed(source.properties(of: file.layout.segments[segment]))
      }
      let count = min(FileSamples.blockSamples, samples.upperBound - place)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count * source.properties.bytesPerSample)
      do throws(ReceiverError) {
        try file.read(place..<(place + count), buffer: &buffer) { piece in
          if let widening = source.widening {
            widening.append(piece, to: &bytes)
          } else {
            piece.withUnsafeBufferPointer { bytes += $0 }
          }
        }
      } catch {
        let missing = file.sampleCount - place
        segment = file.layout.segments.count
        waiting = [.notice(Notice(severity: .failure, text: error.description))]
        return .lost(samples: missing)
      }
      place += count
      return .samples(IQBlock(bytes: bytes, microseconds: MonotonicClock.microseconds))
    }
  }
}
