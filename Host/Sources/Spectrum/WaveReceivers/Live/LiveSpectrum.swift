import WaveSignal
import WaveSpectra
import WaveUnits

/// Computes spectrum rows from samples as they arrive: 30 per second, or fewer if narrow bins require longer
/// transforms.
struct LiveSpectrum: ~Copyable {
  /// The number of rows per second, unless long transforms require a lower rate.
  static let rowsPerSecond = 30.0
  /// The maximum transform length for live samples.
  static let countMax = 262_144

  let properties: SampleProperties
  let plan: ResolutionPlan
  /// The frequencies of a row's bins, which cover only the usable part of the sample rate.
  let axis: BinAxis
  let enbwHertz: Double
  let rbwHertz: Double

  private var analyzer: SpectrumAnalyzer
  private let kept: Range<Int>
  /// The number of samples needed to complete the current row, including a fraction carried over from earlier
  /// rows.
  private var missing: Double
  private let samplesPerRow: Double

  /// A completed row, with the number of rows that were lost before it.
  struct CompletedRow: Sendable {
    var row: PowerRow
    var lost: UInt32
  }

  /// Creates an analysis for samples with the given properties.
  ///
  /// - Parameters:
  ///   - properties: The properties of the samples.
  ///   - stepHertz: The width of the narrowest column shown, in hertz; infinity if no client is watching.
  ///   - usableShare: The central fraction of the sample rate that is kept.
  ///   - current: The current number of points in the transform, which is kept if it is close to the required
  ///     number.
  /// - Throws: `SignalError` if the rate or frequency is not valid.
  init(
    properties: SampleProperties, stepHertz: Double, usableShare: Double, current: Int? = nil
  ) throws(SignalError) {
    let window = WindowFunction.blackmanHarris
    plan = ResolutionPlan(
      sampleRateHertz: properties.rateHertz, stepHertz: stepHertz, window: window,
      rowSeconds: 1 / Self.rowsPerSecond, counts: 4096...Self.countMax, current: current)
    analyzer = try SpectrumAnalyzer(
      configuration: AnalyzerConfiguration(
        fftCount: plan.fftCount, window: window, overlap: plan.overlap, sampleRateHertz: properties.rateHertz,
        centerHertz: properties.centerHertz))
    self.properties = properties
    enbwHertz = analyzer.enbwHertz
    rbwHertz = analyzer.rbwHertz
    let half = min(plan.fftCount / 2, max(1, Int(saturating: Double(plan.fftCount) * usableShare / 2)))
    kept = plan.fftCount / 2 - half..<plan.fftCount / 2 + half
    axis = BinAxis(
      firstHertz: analyzer.axis.firstHertz + Double(kept.lowerBound) * analyzer.axis.stepHertz,
      stepHertz: analyzer.axis.stepHertz, count: kept.count)
    samplesPerRow = properties.rateHertz * plan.rowSeconds
    missing = samplesPerRow
  }

  /// Records that samples were lost.
  ///
  /// The current row is marked incomplete, and continues with the next samples.
  mutating func discontinue() { analyzer.discontinue() }

  /// Processes samples and returns the rows that they complete.
  mutating func append(_ block: IQBlock, timeline: inout RowTimeline) -> [CompletedRow] {
    let bytesPerSample = 2 * properties.format.bytesPerComponent
    let count = block.bytes.count / bytesPerSample
    var made: [CompletedRow] = []
    var place = 0
    while place < count {
      let piece = min(count - place, max(1, Int(saturating: missing)))
      analyzer.process(
        block.bytes.span.extracting(place * bytesPerSample..<(place + piece) * bytesPerSample),
        format: properties.format)
      place += piece
      missing -= Double(piece)
      guard missing < 1 else { continue }
      missing += samplesPerRow
      let end = block.microseconds - Int64(saturating: Double(count - place) / properties.rateHertz * 1e6)
      if let row = finish(end: end, timeline: &timeline) { made.append(row) } else { timeline.expectGap() }
    }
    return made
  }

  private mutating func finish(end: Int64, timeline: inout RowTimeline) -> CompletedRow? {
    let duration = Int64(saturating: (plan.rowSeconds * 1e6).rounded())
    guard var row = analyzer.finishRow(durationMicroseconds: duration) else { return nil }
    let stamp = timeline.stamp(endMicroseconds: end, durationMicroseconds: duration)
    row.sequence = stamp.sequence
    row.startMicroseconds = stamp.startMicroseconds
    row.axis = axis
    row.max = Array(row.max[kept])
    row.mean = Array(row.mean[kept])
    row.min = Array(row.min[kept])
    row.isIncomplete = row.isIncomplete || stamp.lost > 0
    return CompletedRow(row: row, lost: stamp.lost)
  }
}
