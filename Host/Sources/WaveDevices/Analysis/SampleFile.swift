import WaveFiles
public import WaveSignal

/// What a file of bare samples does not say of itself.
public struct SampleSettings: Equatable, Sendable {
  /// Samples in a second.
  public var rateHertz: Double
  /// Frequency in hertz that stands at zero in the samples.
  public var centerHertz: Double
  /// Points of the transform, a power of two from 64 to 1,048,576; nil for 4096, or fewer where the file is short.
  public var fftCount: Int?
  /// Shape of the window.
  public var window: WindowFunction
  /// Decibels to add so that levels are over a milliwatt; nil leaves them as they are written.
  public var offsetDecibels: Double?

  /// Describes samples as an RTL2832 receiver makes them, unless told otherwise.
  public init(
    rateHertz: Double = 2_400_000, centerHertz: Double = 0, fftCount: Int? = nil,
    window: WindowFunction = .blackmanHarris, offsetDecibels: Double? = nil
  ) {
    self.rateHertz = rateHertz
    self.centerHertz = centerHertz
    self.fftCount = fftCount
    self.window = window
    self.offsetDecibels = offsetDecibels
  }
}

/// A file of bare IQ samples and what has to be told about it.
struct SampleFile: Sendable {
  let file: ReadOnlyFile
  let format: IQFormat
  let settings: SampleSettings
  let sampleCount: Int
  /// Bytes at the end that are less than a sample.
  let restBytes: Int

  init(file: ReadOnlyFile, format: IQFormat, settings: SampleSettings) throws(DeviceError) {
    self.file = file
    self.format = format
    self.settings = settings
    sampleCount = file.byteCount / format.bytesPerSample
    restBytes = file.byteCount % format.bytesPerSample
    guard settings.rateHertz >= 1, settings.rateHertz <= 1e12 else {
      throw DeviceError(.sampleRate(settings.rateHertz), path: file.path)
    }
    guard abs(settings.centerHertz) <= 1e12 else {
      throw DeviceError(.center(settings.centerHertz), path: file.path)
    }
    if let fft = settings.fftCount, !FFT.isValid(count: fft) {
      throw DeviceError(.transformCount(fft), path: file.path)
    }
    guard sampleCount >= 64 else {
      throw DeviceError(
        what: "only \(sampleCount) samples", place: file.path,
        advice: "A spectrum takes at least 64; record for longer")
    }
    if let fft = settings.fftCount, fft > sampleCount {
      throw DeviceError(
        what: "a transform of \(fft) points, but only \(sampleCount) samples", place: file.path,
        advice: "Give fft= a smaller power of two")
    }
  }

  var durationSeconds: Double { Double(sampleCount) / settings.rateHertz }

  /// What is wrong with the file, in one line; nil where nothing is.
  func warning(invalidCount: Int) -> String? {
    var parts: [String] = []
    if restBytes > 0 { parts.append("the last \(restBytes) bytes are less than a sample and were left out") }
    if invalidCount > 0 { parts.append("\(invalidCount) values are no numbers and were taken for zero") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The analysis that was asked for, its transform no longer than the file.
  func configuration(overlap: Double) -> AnalyzerConfiguration {
    var count = settings.fftCount ?? 4096
    if settings.fftCount == nil {
      while count > sampleCount { count /= 2 }
    }
    return AnalyzerConfiguration(
      fftCount: count, window: settings.window, overlap: overlap, sampleRateHertz: settings.rateHertz,
      centerHertz: settings.centerHertz, isReal: format.isReal)
  }

  /// Reads samples as stored, piece by piece.
  ///
  /// - Parameters:
  ///   - range: Which samples; cut to those that there are.
  ///   - buffer: Reused storage.
  ///   - take: Called with whole samples.
  /// - Throws: `DeviceError` where the file cannot be read on.
  func read(
    _ range: Range<Int>, buffer: inout [UInt8], _ take: (Span<UInt8>) -> Void
  ) throws(DeviceError) {
    let wanted = range.clamped(to: 0..<sampleCount)
    var place = wanted.lowerBound
    let pieceSamples = (1 << 20) / format.bytesPerSample
    while place < wanted.upperBound {
      let count = min(pieceSamples, wanted.upperBound - place)
      let byteCount = count * format.bytesPerSample
      if buffer.count != byteCount { buffer = [UInt8](repeating: 0, count: byteCount) }
      let got: Int
      do throws(FileError) {
        got = try file.read(into: &buffer, at: place * format.bytesPerSample)
      } catch {
        throw DeviceError(error)
      }
      guard got == byteCount else {
        throw DeviceError(
          what: "the file became shorter while it was read, at byte \(place * format.bytesPerSample + got)",
          place: file.path, advice: "Open it again")
      }
      take(buffer.span)
      place += count
    }
  }
}
