public import WaveSignal

/// Converts a stream of samples to rows of power per bin.
///
/// Windows start every `configuration.hopCount` samples throughout the stream, regardless of where rows end;
/// a transform belongs to the row in which its last sample arrived. Over many rows every sample therefore has
/// the same weight, while the first and last windows of a row extend into its neighbours. A row's `mean` is
/// the equally weighted mean of its transforms.
///
/// Powers are |X|² divided by the square of the window's sum: a complex tone of magnitude 1 at the centre of
/// a bin gives 1. Real samples give a one-sided spectrum with four times the power, and twice the power at
/// zero and at half the sample rate: a sine of amplitude 1 gives 1, and the power of a band is the mean
/// square of the samples relative to the mean square of such a sine.
public struct SpectrumAnalyzer: ~Copyable, Sendable {
  /// The parameters of the analysis.
  public let configuration: AnalyzerConfiguration
  /// The window with its gains and widths.
  public let window: Window
  /// The frequencies of a row's bins.
  public let axis: BinAxis
  /// The equivalent noise bandwidth of a bin in hertz.
  public let enbwHertz: Double
  /// The resolution bandwidth in hertz: the 3-dB width of a tone.
  public let rbwHertz: Double
  /// The number of transforms since the last row.
  public private(set) var transformCount = 0
  /// The number of samples since the last row.
  public private(set) var sampleCount = 0
  /// The conversion faults since the last row.
  public private(set) var faults = SampleFaults()
  /// Whether samples were lost since the last row.
  public private(set) var isIncomplete = false

  private var engine: SpectrumEngine

  /// Creates the tables and storage for an analysis.
  /// - Complexity: O(fftCount) time and memory.
  /// - Throws: An error that identifies the value out of range.
  public init(configuration: AnalyzerConfiguration) throws(SignalError) {
    try configuration.validate()
    let window = Window(configuration.window, count: configuration.windowCount)
    let binHertz = configuration.sampleRateHertz / Double(configuration.windowCount)
    self.configuration = configuration
    self.window = window
    axis = configuration.axis
    enbwHertz = window.enbwBins * binHertz
    rbwHertz = window.rbwBins * binHertz
    engine = SpectrumEngine(configuration: configuration, window: window)
  }

  /// Analyses samples: real samples, or interleaved complex samples with the in-phase component first.
  ///
  /// A trailing half of a complex sample is dropped. NaN, infinities and magnitudes above 2^32 become zeros,
  /// and are counted in `faults`.
  /// - Complexity: O(n log fftCount) for n samples, without allocation.
  public mutating func process(_ samples: Span<Float>) { process(samples.bytes, format: .cf32le) }

  /// Analyses samples in the storage format `format`.
  ///
  /// The configuration determines the number of components per sample; create it with
  /// `isReal: format.isReal`. An incomplete sample at the end is dropped, so pass whole samples.
  /// - Complexity: O(n log fftCount) for n samples, without allocation.
  public mutating func process(_ bytes: Span<UInt8>, format: IQFormat) {
    process(bytes.bytes, format: format)
  }

  private mutating func process(_ bytes: RawSpan, format: IQFormat) {
    let bytesPerSample = format.bytesPerComponent * (configuration.isReal ? 1 : 2)
    let count = bytes.byteCount / bytesPerSample
    sampleCount &+= count
    var start = 0
    while start < count {
      start += engine.append(
        bytes.extracting(start * bytesPerSample..<count * bytesPerSample), format: format, faults: &faults)
      transformCount &+= engine.transformPending()
    }
  }

  /// Discards samples that do not yet fill a window, because the next samples are not contiguous with them.
  ///
  /// The current row is marked incomplete and keeps its transforms.
  public mutating func discontinue() {
    isIncomplete = true
    engine.discardPending()
  }

  /// Finishes a row and starts the next one; returns nil if no transform was completed since the last row.
  /// - Complexity: O(fftCount), allocating the row.
  public mutating func finishRow(
    sequence: UInt32 = 0, startMicroseconds: Int64 = 0, durationMicroseconds: Int64 = 1
  ) -> PowerRow? {
    var row = PowerRow(
      sequence: sequence, startMicroseconds: startMicroseconds, durationMicroseconds: durationMicroseconds,
      axis: axis, enbwHertz: enbwHertz, max: [], mean: [], min: [])
    return finishRow(into: &row) ? row : nil
  }

  /// Finishes a row, reusing the storage of an earlier row, and starts the next one.
  ///
  /// Sets the axis, bandwidth, planes and flags; the caller sets the sequence number and times.
  /// - Returns: False, with the row unchanged, if no transform was completed since the last row.
  /// - Complexity: O(fftCount), without allocation if the planes have `axis.count` elements and no other
  ///   owner.
  public mutating func finishRow(into row: inout PowerRow) -> Bool {
    guard transformCount > 0 else { return false }
    row.axis = axis
    row.enbwHertz = enbwHertz
    row.isClipped = faults.clippedCount > 0
    row.isIncomplete = isIncomplete || faults.invalidCount > 0
    engine.finish(transformCount: transformCount, max: &row.max, mean: &row.mean, min: &row.min)
    transformCount = 0
    sampleCount = 0
    faults = SampleFaults()
    isIncomplete = false
    return true
  }
}
