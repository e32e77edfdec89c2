import WaveSignal
import WaveSpectra
import WaveUnits

/// Makes rows of samples as they come, 30 a second unless finer bins take longer.
struct LiveSpectrum: ~Copyable {
  /// Rows a second where the transform allows it.
  static let rowsPerSecond = 30.0
  /// Longest transform used live.
  static let countMax = 262_144

  let properties: SampleProperties
  let plan: ResolutionPlan
  /// Where the bins of a row lie: those in the usable part of the rate.
  let axis: BinAxis
  let enbwHertz: Double
  let rbwHertz: Double

  private var analyzer: SpectrumAnalyzer
  private let kept: Range<Int>
  /// Samples of the present row still to come, fractions of a sample carried on.
  private var missing: Double
  private let samplesPerRow: Double

  /// A row and how many are missing before it.
  struct Made: Sendable {
    var row: PowerRow
    var lost: UInt32
  }

  /// Prepares the analysis of samples.
  ///
  /// - Parameters:
  ///   - properties: What the samples are.
  ///   - stepHertz: Width of the finest column that somebody looks at; infinity where nobody does.
  ///   - usableShare: Share of the rate around its centre that is kept.
  ///   - current: Points of the transform used so far, kept where they nearly fit.
  /// - Throws: `SignalError` where the rate or frequency is none.
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

  /// Samples were lost here: the row is marked, and begins anew with what comes.
  mutating func discontinue() { analyzer.discontinue() }

  /// Takes samples and gives the rows that they complete.
  mutating func take(_ block: IQBlock, timeline: inout RowTimeline) -> [Made] {
    let bytesPerSample = 2 * properties.format.bytesPerComponent
    let count = block.bytes.count / bytesPerSample
    var made: [Made] = []
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

  private mutating func finish(end: Int64, timeline: inout RowTimeline) -> Made? {
    let duration = Int64(saturating: (plan.rowSeconds * 1e6).rounded())
    guard var row = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: duration)
    else { return nil }
    let stamp = timeline.stamp(endMicroseconds: end, durationMicroseconds: duration)
    row.sequence = stamp.sequence
    row.startMicroseconds = stamp.startMicroseconds
    row.axis = axis
    row.max = Array(row.max[kept])
    row.mean = Array(row.mean[kept])
    row.min = Array(row.min[kept])
    row.isIncomplete = row.isIncomplete || stamp.lost > 0
    return Made(row: row, lost: stamp.lost)
  }
}
