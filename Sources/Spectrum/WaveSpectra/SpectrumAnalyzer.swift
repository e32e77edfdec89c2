public import WaveSignal

/// Turns a stream of samples into rows of power per bin.
///
/// Windows follow one another by `configuration.hopCount` samples through the whole stream, also across the
/// ends of rows: a transform belongs to the row in which its last sample arrived. So, over many rows, every
/// sample counts alike, while the first and last window of one row reach into its neighbours. A row's
/// `mean` is the mean of its transforms, each of the same weight.
///
/// Powers are |X|² over the square of the window's sum: a complex tone of magnitude 1 on a bin reads 1.
/// Real samples give one side of the spectrum with four times the power, zero and half the sample rate
/// twice: a sine of amplitude 1 reads 1, and the power of a band is the mean square of the samples over
/// that of such a sine.
public struct SpectrumAnalyzer: ~Copyable, Sendable {
  /// What is done.
  public let configuration: AnalyzerConfiguration
  /// The window with its gains and widths.
  public let window: Window
  /// Where the bins of a row lie.
  public let axis: BinAxis
  /// Equivalent noise bandwidth of a bin in hertz.
  public let enbwHertz: Double
  /// Resolution bandwidth in hertz: the 3-dB width of a tone.
  public let rbwHertz: Double
  /// Transforms gathered since the last row.
  public private(set) var transformCount = 0
  /// Samples taken since the last row.
  public private(set) var sampleCount = 0
  /// What the conversion met since the last row.
  public private(set) var faults = SampleFaults()
  /// Whether samples were lost since the last row.
  public private(set) var isIncomplete = false

  private var engine: SpectrumEngine

  /// Makes tables and storage for one analysis.
  /// - Complexity: O(fftCount) time and memory.
  /// - Throws: The error that names the value out of its range.
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

  /// Takes samples: interleaved complex ones, in-phase first, or real ones.
  ///
  /// Half a complex sample at the end is dropped. NaN, infinities and magnitudes above 2^32 become zeros
  /// and are counted in `faults`.
  /// - Complexity: O(n log fftCount) for n samples, no allocation.
  public mutating func process(_ samples: Span<Float>) {
    process(samples.bytes, format: .cf32le)
  }

  /// Takes samples as stored, of the components `format` says.
  ///
  /// How many components a sample has is the configuration's to say: make it with `isReal: format.isReal`.
  ///
  /// Bytes at the end that are less than a sample are dropped: hand in whole samples.
  /// - Complexity: O(n log fftCount) for n samples, no allocation.
  public mutating func process(_ bytes: Span<UInt8>, format: IQFormat) {
    process(bytes.bytes, format: format)
  }

  private mutating func process(_ bytes: RawSpan, format: IQFormat) {
    let bytesPerSample = format.bytesPerComponent * (configuration.isReal ? 1 : 2)
    let count = bytes.byteCount / bytesPerSample
    sampleCount &+= count
    var start = 0
    while start < count {
      start += engine.take(
        bytes.extracting(start * bytesPerSample..<count * bytesPerSample), format: format, faults: &faults)
      transformCount &+= engine.transformPending()
    }
  }

  /// Forgets the samples that wait for their window, because what follows does not continue them.
  ///
  /// The row being gathered is marked incomplete; what it holds stays.
  public mutating func discontinue() {
    isIncomplete = true
    engine.discardPending()
  }

  /// Ends a row and starts the next one; nil if no transform was completed since the last row.
  /// - Complexity: O(fftCount), allocating the row.
  public mutating func finishRow(
    sequence: UInt32, startMicroseconds: Int64, durationMicroseconds: Int64
  ) -> PowerRow? {
    guard transformCount > 0 else { return nil }
    var row = PowerRow(
      sequence: sequence, startMicroseconds: startMicroseconds, durationMicroseconds: durationMicroseconds,
      axis: axis, enbwHertz: enbwHertz, max: [Float](repeating: 0, count: axis.count),
      mean: [Float](repeating: 0, count: axis.count), min: [Float](repeating: 0, count: axis.count))
    _ = finishRow(into: &row)
    return row
  }

  /// Ends a row into the storage of another and starts the next one.
  ///
  /// Axis, bandwidth, planes and flags are set; sequence and times are left to the caller.
  /// - Returns: False, with the row untouched, if no transform was completed since the last row.
  /// - Complexity: O(fftCount), no allocation if the planes have `axis.count` elements and no other owner.
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
