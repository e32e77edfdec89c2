import WaveSignal
import WaveSpectra
import WaveUnits

/// Computes spectrum rows for a band that is wider than the receiver's sample rate.
///
/// The receiver is tuned to one part of the band (a hop) after another, and each complete sweep becomes a
/// row.
///
/// A row's interval extends from the last sample of the previous sweep to the last sample of its own sweep.
/// It includes the return to the first hop, as well as the steps between hops, so that sweeps follow each
/// other without gaps. The first sweep's interval begins with its first sample.
struct SpectrumSweep: ~Copyable {
  /// The duration of the samples taken at each hop, in seconds.
  static let dwellSeconds = 0.016
  /// The number of bins by which the hop centres of every other sweep are shifted, so that the gaps at the
  /// centres of one sweep are covered by the next.
  private static let shiftBins = 16

  let enbwHertz: Double
  let rbwHertz: Double
  let rateHertz: Double
  /// The index of the hop that is being received, or that the receiver is being tuned to.
  private(set) var hop = 0
  /// Whether arriving samples belong to `hop`; false while the receiver is being tuned to that hop.
  private(set) var isListening = false

  private let plans: [SweepPlan]
  private var turn = 0
  private var analyzer: SpectrumAnalyzer
  private var missing = 0
  private var scratch: PowerRow
  private var row: PowerRow
  private var startMicroseconds: Int64 = 0
  private var isFirst = true
  private var endMicroseconds: Int64 = 0
  /// The time at which the previous sweep ended, in microseconds; nil before the first sweep and after a lost
  /// connection.
  private var previousEnd: Int64?

  /// Creates a sweep of a band; nil if the band is invalid.
  init?(lowHertz: Double, highHertz: Double, rateHertz: Double, stepHertz: Double, usableShare: Double) {
    let finestHertz = min(stepHertz, (highHertz - lowHertz) / 2048)
    // Bins must be so narrow that those omitted at a hop's centre fit into one column of a wide view.
    var count = ResolutionPlan(
      sampleRateHertz: rateHertz, stepHertz: finestHertz, window: .blackmanHarris,
      rowSeconds: Self.dwellSeconds, counts: 4096...16_384
    ).fftCount
    while count > 64, (highHertz - lowHertz) / rateHertz * Double(count) > Double(SweepPlan.binLimit / 2) {
      count /= 2
    }
    plans = [0, Self.shiftBins].compactMap {
      SweepPlan(
        lowHertz: lowHertz, highHertz: highHertz, sampleRateHertz: rateHertz, fftCount: count,
        usableShare: usableShare, shiftBins: $0)
    }
    guard plans.count == 2,
      let analyzer = try? SpectrumAnalyzer(
        configuration: AnalyzerConfiguration(fftCount: count, sampleRateHertz: rateHertz))
    else { return nil }
    self.analyzer = analyzer
    self.rateHertz = rateHertz
    enbwHertz = self.analyzer.enbwHertz
    rbwHertz = self.analyzer.rbwHertz
    row = Self.empty(plans[0].axis, enbwHertz)
    scratch = Self.empty(self.analyzer.axis, enbwHertz)
  }

  /// The frequencies of a row's bins.
  var axis: BinAxis { plans[0].axis }
  /// The number of hops in the current sweep.
  var hopCount: Int { plans[turn].hopCount }
  /// The number of points in the transform.
  var fftCount: Int { plans[0].fftCount }
  /// The frequency to which the receiver should be tuned, in hertz.
  var centerHertz: Double { plans[turn].centerHertz(ofHop: hop) }

  /// Starts accepting samples, once the receiver is tuned to the hop.
  mutating func listen() {
    isListening = true
    // The first sweep is shorter, so that the first row appears soon.
    let seconds = isFirst ? Self.dwellSeconds / 4 : Self.dwellSeconds
    missing = max(2 * fftCount, Int(saturating: seconds * rateHertz))
  }

  /// Records that samples were lost.
  ///
  /// The row is marked incomplete, and samples of the hop that do not yet fill a transform are discarded.
  mutating func discontinue() {
    analyzer.discontinue()
    row.isIncomplete = true
  }

  /// Restarts with the first hop, for example after a lost connection.
  mutating func restart() {
    hop = 0
    isListening = false
    analyzer.discontinue()
    _ = analyzer.finishRow(into: &scratch)
    previousEnd = nil
  }

  /// Processes samples; returns true if the hop is complete and the receiver must be tuned to `centerHertz`.
  mutating func append(_ block: IQBlock) -> Bool {
    guard isListening else { return false }
    let count = block.bytes.count / 2
    let taken = min(count, missing)
    if hop == 0, analyzer.sampleCount == 0 {
      startMicroseconds =
        previousEnd ?? block.microseconds - Int64(saturating: Double(count) / rateHertz * 1e6)
    }
    analyzer.process(block.bytes.span.extracting(0..<2 * taken), format: .cu8)
    missing -= taken
    guard missing == 0 else { return false }
    endMicroseconds = block.microseconds - Int64(saturating: Double(count - taken) / rateHertz * 1e6)
    if analyzer.finishRow(into: &scratch) { place() }
    analyzer.discontinue()
    isListening = false
    hop += 1
    return true
  }

  /// Returns the completed row and starts the next sweep; nil unless the last hop is complete.
  mutating func finish(timeline: inout RowTimeline) -> LiveSpectrum.CompletedRow? {
    guard hop == hopCount else { return nil }
    let stamp = timeline.stamp(
      endMicroseconds: endMicroseconds, durationMicroseconds: max(1, endMicroseconds - startMicroseconds))
    timeline.expectGap()
    previousEnd = endMicroseconds
    row.sequence = stamp.sequence
    row.startMicroseconds = stamp.startMicroseconds
    row.durationMicroseconds = max(1, endMicroseconds - startMicroseconds)
    let made = LiveSpectrum.CompletedRow(row: row, lost: stamp.lost)
    row = Self.empty(axis, enbwHertz)
    isFirst = false
    hop = 0
    turn = 1 - turn
    return made
  }

  private mutating func place() {
    let (plan, scratch, hop) = (plans[turn], scratch, hop)
    row.isClipped = row.isClipped || scratch.isClipped
    var span = row.max.mutableSpan
    plan.place(scratch.max.span, ofHop: hop, into: &span)
    span = row.mean.mutableSpan
    plan.place(scratch.mean.span, ofHop: hop, into: &span)
    span = row.min.mutableSpan
    plan.place(scratch.min.span, ofHop: hop, into: &span)
  }

  private static func empty(_ axis: BinAxis, _ enbwHertz: Double) -> PowerRow {
    let gaps = [Float](repeating: .nan, count: axis.count)
    return PowerRow(axis: axis, enbwHertz: enbwHertz, max: gaps, mean: gaps, min: gaps)
  }
}
