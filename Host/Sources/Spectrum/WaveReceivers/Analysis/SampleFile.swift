public import WaveSignal
public import WaveSpectra
import WaveSystem

/// Properties of raw samples that the file does not specify, and settings for analysing the file.
public struct SampleSettings: Equatable, Sendable {
  /// The sample rate, in hertz, to assume if the actual rate is unknown: 1 MHz, so that frequencies in
  /// megahertz are fractions of the rate.
  public static let placeholderRateHertz = 1e6

  /// The sample rate in hertz; a value set here overrides the rate in the file.
  ///
  /// The value is a placeholder unless `isRateGiven`.
  public var rateHertz: Double { didSet { isRateGiven = true } }
  /// The radio frequency that corresponds to 0 Hz in the samples; a value set here overrides the frequency in
  /// the file.
  public var centerHertz: Double { didSet { isCenterGiven = true } }
  /// The format of raw samples; nil to use the format indicated by the file's name.
  public var format: IQFormat?
  /// The index, from 0, of the capture whose frequency is measured; nil for the frequency that most samples
  /// share.
  public var capture: Int?
  /// The index of the interleaved channel, from 0.
  public var channel: Int
  /// Whether a checksum in the file is verified.
  public var verifies: Bool
  /// Whether the rate was set rather than left at its default.
  public private(set) var isRateGiven: Bool
  /// Whether the frequency was set rather than left at its default.
  public private(set) var isCenterGiven: Bool
  /// The number of points in the transform, a power of two from 64 to 1,048,576; nil for 4096, or fewer if
  /// the file is short.
  public var fftCount: Int?
  /// The window function.
  public var window: WindowFunction
  /// The offset, in decibels, that calibrates levels to dBm; nil for uncalibrated levels.
  public var offsetDecibels: Double?

  /// Creates settings.
  ///
  /// The given values override those in the file. Properties specified in neither place are unknown.
  public init(
    rateHertz: Double? = nil, centerHertz: Double? = nil, fftCount: Int? = nil,
    window: WindowFunction = .blackmanHarris, offsetDecibels: Double? = nil, channel: Int = 0,
    verifies: Bool = true, format: IQFormat? = nil, capture: Int? = nil
  ) {
    self.format = format
    self.capture = capture
    self.rateHertz = rateHertz ?? Self.placeholderRateHertz
    self.centerHertz = centerHertz ?? 0
    isRateGiven = rateHertz != nil
    isCenterGiven = centerHertz != nil
    self.fftCount = fftCount
    self.window = window
    self.offsetDecibels = offsetDecibels
    self.channel = channel
    self.verifies = verifies
  }
}

/// The origin of a property of samples: the user, the file or its name.
public enum SampleFact: String, Encodable, Sendable {
  /// The user specified the property.
  case given
  /// The content of the file specifies the property.
  case file
  /// Only the file's name specifies the property.
  case name
}

/// One channel of a sample file.
struct SampleFile: Sendable {
  let file: ReadOnlyFile
  /// The requested path, which can differ from the path of the samples.
  let path: String
  let layout: SampleLayout
  /// The given settings, completed with properties that the file specifies.
  let settings: SampleSettings
  let sampleCount: Int
  /// The origin of the sample rate; nil if the rate is unknown and `settings` contains a placeholder.
  let rateFact: SampleFact?
  /// The origin of the centre frequency; nil if the frequency is unknown.
  let centerFact: SampleFact?
  /// Whether the user specified the frequency, which then overrides the frequencies of captures.
  private let isCenterGiven: Bool

  var format: IQFormat { layout.format }

  /// Opens a file of raw samples.
  init(file: ReadOnlyFile, format: IQFormat, settings: SampleSettings) throws(ReceiverError) {
    try self.init(
      file: file, path: file.path,
      layout: SampleLayout(bare: format, name: file.name, byteCount: file.byteCount), settings: settings)
  }

  init(
    file: ReadOnlyFile, path: String, layout: SampleLayout, settings: SampleSettings
  ) throws(ReceiverError) {
    self.file = file
    self.path = path
    self.layout = layout
    var known = settings
    if !settings.isRateGiven, let rate = layout.rateHertz { known.rateHertz = rate }
    rateFact =
      settings.isRateGiven ? .given : layout.rateHertz.map { _ in layout.isRateNamed ? .name : .file }
    let isTuned = layout.segments.contains { $0.centerHertz != nil }
    centerFact = settings.isCenterGiven ? .given : isTuned ? layout.isCenterNamed ? .name : .file : nil
    if !settings.isCenterGiven, let center = layout.segments.first?.centerHertz { known.centerHertz = center }
    self.settings = known
    isCenterGiven = settings.isCenterGiven
    sampleCount = layout.segments.reduce(0) { $0 + $1.sampleCount }
    guard known.rateHertz >= 1, known.rateHertz <= 1e12 else {
      throw .signal(.sampleRate(known.rateHertz), path: path)
    }
    guard abs(known.centerHertz) <= 1e12 else { throw .signal(.center(known.centerHertz), path: path) }
    if let fft = settings.fftCount, !FFT.isValid(count: fft) {
      throw .signal(.transformCount(fft), path: path)
    }
    guard settings.channel >= 0, settings.channel < layout.channelCount else {
      throw .noChannel(settings.channel, count: layout.channelCount, path: path)
    }
    if let capture = settings.capture, !layout.segments.indices.contains(capture) {
      throw .noCapture(capture, count: layout.segments.count, path: path)
    }
    guard sampleCount >= 64 else { throw .tooFewSamples(sampleCount, path: path) }
    if let fft = settings.fftCount, fft > sampleCount {
      throw .transformTooLong(points: fft, sampleCount: sampleCount, path: path)
    }
  }

  var durationSeconds: Double { Double(sampleCount) / settings.rateHertz }

  /// Returns the radio frequency that corresponds to 0 Hz in a segment's samples.
  func centerHertz(of segment: SampleLayout.Segment) -> Double {
    isCenterGiven ? settings.centerHertz : segment.centerHertz ?? settings.centerHertz
  }

  /// Returns a segment's centre frequency for display.
  ///
  /// If the sample rate is unknown, this is 0, because frequencies are then fractions of the rate.
  func shownCenterHertz(of segment: SampleLayout.Segment) -> Double {
    rateFact == nil ? 0 : centerHertz(of: segment)
  }

  /// Returns the band of the samples around a centre frequency.
  ///
  /// For real samples, it is only the upper half.
  func band(centerHertz: Double) -> ClosedRange<Double> {
    let half = settings.rateHertz / 2
    return (centerHertz - (format.isReal ? 0 : half))...(centerHertz + half)
  }

  /// The band that contains the bands of all segments.
  var band: ClosedRange<Double> {
    let bands = layout.segments.map { band(centerHertz: shownCenterHertz(of: $0)) }
    let low = bands.map(\.lowerBound).min() ?? 0
    return low...(bands.map(\.upperBound).max() ?? low + settings.rateHertz)
  }

  /// The ranges of samples at the chosen capture's frequency or, if no capture is chosen, at the frequency of
  /// most samples.
  var mainRanges: [Range<Int>] {
    var counts: [Double: Int] = [:]
    for segment in layout.segments { counts[centerHertz(of: segment), default: 0] += segment.sampleCount }
    let chosen = settings.capture.map { centerHertz(of: layout.segments[$0]) }
    let main = chosen ?? counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    return layout.segments.filter { centerHertz(of: $0) == main }.map(\.samples)
  }

  /// The radio frequency that corresponds to 0 Hz in `mainRanges`.
  var mainCenterHertz: Double {
    let first = mainRanges.first?.lowerBound
    return layout.segments.first { $0.firstSample == first }.map(centerHertz(of:)) ?? settings.centerHertz
  }

  /// The centre frequency of `mainRanges` for display.
  var shownMainCenterHertz: Double { rateFact == nil ? 0 : mainCenterHertz }

  /// The distinct centre frequencies of the captures, in order.
  var centersHertz: [Double] {
    var centers: [Double] = []
    for segment in layout.segments where !centers.contains(centerHertz(of: segment)) {
      centers.append(centerHertz(of: segment))
    }
    return centers
  }

  /// Returns the errors in the file as one line; nil if there are none.
  func warning(invalidCount: Int) -> String? {
    var parts = layout.warnings
    if invalidCount > 0 { parts.append("\(invalidCount) values are not numbers and were replaced by zero") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns the configuration for the analysis, with a transform no longer than the file.
  func configuration(overlap: Double) -> AnalyzerConfiguration {
    var count = settings.fftCount ?? 4096
    while settings.fftCount == nil, count > sampleCount { count /= 2 }
    return AnalyzerConfiguration(
      fftCount: count, window: settings.window, overlap: overlap, sampleRateHertz: settings.rateHertz,
      centerHertz: shownMainCenterHertz, isReal: format.isReal)
  }

  /// Reads the stored bytes of the selected channel's samples in chunks.
  ///
  /// - Parameters:
  ///   - range: The range of samples to read, limited to the samples that exist.
  ///   - buffer: Storage that is reused between calls.
  ///   - receive: Receives chunks of whole samples.
  /// - Throws: `ReceiverError` if reading the file fails.
  func read(
    _ range: Range<Int>, buffer: inout [UInt8], _ receive: (Span<UInt8>) -> Void
  ) throws(ReceiverError) {
    let frame = layout.bytesPerFrame
    let pieceSamples = max(1, (1 << 20) / frame)
    for segment in layout.segments {
      let wanted = range.clamped(to: segment.samples)
      for place in stride(from: wanted.lowerBound, to: wanted.upperBound, by: pieceSamples) {
        let count = min(pieceSamples, wanted.upperBound - place)
        let byteCount = count * frame
        let offset = segment.byteOffset + (place - segment.firstSample) * frame
        if buffer.count != byteCount { buffer = [UInt8](repeating: 0, count: byteCount) }
        let got = try ReceiverError.filed(file.read(into: &buffer, at: offset))
        guard got == byteCount else { throw .shortened(path: file.path, byte: offset + got) }
        if layout.channelCount > 1 { pickChannel(from: &buffer, count: count) }
        receive(buffer.span.extracting(first: count * format.bytesPerSample))
      }
    }
  }

  /// Moves the samples of the selected channel to the front of the buffer.
  private func pickChannel(from buffer: inout [UInt8], count: Int) {
    let width = format.bytesPerSample
    var source = settings.channel * width
    for sample in 0..<count {
      for byte in 0..<width { buffer[sample * width + byte] = buffer[source + byte] }
      source += layout.bytesPerFrame
    }
  }
}
