import WaveSignal
public import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
import WaveWire

/// A converter that turns a microphone's samples into spectrum rows, in dBFS, from 0 to half the sample rate.
///
/// It produces 30 rows per second, or fewer if finer bins need more time. Levels are relative to the full
/// scale of the analogue-to-digital converter. They are uncalibrated: the sound pressure is unknown.
public struct MicrophoneSpectrum: ~Copyable {
  /// The valid sample rates of a microphone in hertz.
  public static let rates = 3000.0...768_000
  /// The target row rate, in rows per second; long transforms give a lower rate.
  public static let rowsPerSecond = 30.0
  /// The range of transform lengths.
  public static let counts = 4096...65_536
  /// If more samples than this are lost at once, the microphone is treated as reopened.
  private static let lostLimit: Int64 = 1 << 24

  /// The sample rate in hertz.
  public let rateHertz: Double
  /// The numbers and times of the rows produced so far.
  public private(set) var timeline: RowTimeline
  /// The total number of lost samples.
  public private(set) var lostCount: Int64

  private var plan: ResolutionPlan
  private var analyzer: SpectrumAnalyzer
  private var clock: SampleClock?
  private var nextFrame: Int64?
  /// The number of samples still needed for the current row, including a fraction from the previous row.
  private var missing: Double
  private var isClipped: Bool

  /// Creates a converter for samples at a rate.
  ///
  /// - Throws: `LocalError.rate` if the rate is not within `rates`.
  public init(rateHertz: Double) throws(LocalError) {
    guard Self.rates.contains(rateHertz) else { throw .rate(rateHertz) }
    let plan = Self.plan(rateHertz, stepHertz: .infinity, current: nil)
    let analyzer = try Self.analyzer(plan, rateHertz)
    self.rateHertz = rateHertz
    self.plan = plan
    self.analyzer = analyzer
    timeline = RowTimeline()
    lostCount = 0
    isClipped = false
    clock = nil
    nextFrame = nil
    missing = rateHertz * plan.rowSeconds
  }

  private static func plan(_ rateHertz: Double, stepHertz: Double, current: Int?) -> ResolutionPlan {
    ResolutionPlan(
      sampleRateHertz: rateHertz, stepHertz: stepHertz, window: .blackmanHarris,
      rowSeconds: 1 / rowsPerSecond, counts: counts, current: current)
  }

  private static func analyzer(
    _ plan: ResolutionPlan, _ rateHertz: Double
  ) throws(LocalError) -> SpectrumAnalyzer {
    do throws(SignalError) {
      return try SpectrumAnalyzer(
        configuration: AnalyzerConfiguration(
          fftCount: plan.fftCount, overlap: plan.overlap, sampleRateHertz: rateHertz, isReal: true))
    } catch { throw .rate(rateHertz) }
  }

  /// Continues the timeline of the previous microphone after a gap.
  mutating func follow(_ timeline: RowTimeline) {
    self.timeline = timeline
    self.timeline.expectGap()
  }

  /// The description of the source, which depends on the current resolution.
  public var info: SourceInfo {
    var detail = TextWriter()
    detail.append(rateHertz / 1000, decimals: rateHertz.truncatingRemainder(dividingBy: 1000) == 0 ? 0 : 3)
    detail.append(" kHz, FFT of ")
    detail.append(integer: plan.fftCount)
    detail.append(", Blackman-Harris")
    return SourceInfo(
      source: 0, flags: .microphone, unit: .fullScale, lowHertz: 0, highHertz: rateHertz / 2, tuneLowHertz: 0,
      tuneHighHertz: rateHertz / 2, stepHertz: 1, rbwHertz: analyzer.rbwHertz, enbwHertz: analyzer.enbwHertz,
      rowSeconds: plan.rowSeconds, durationSeconds: 0, startMicroseconds: 0, levelLow: -130, levelHigh: 0,
      name: [UInt8]("Microphone, uncalibrated"), detail: detail.bytes)
  }

  /// Sets the resolution so that bins are as narrow as columns of `stepHertz`, as far as `counts` allows.
  ///
  /// - Returns: Whether the resolution changed, in which case the row in progress is discarded.
  public mutating func resolve(stepHertz: Double) -> Bool {
    let next = Self.plan(rateHertz, stepHertz: stepHertz, current: plan.fftCount)
    guard next != plan, let made = try? Self.analyzer(next, rateHertz) else { return false }
    plan = next
    analyzer = made
    missing = rateHertz * plan.rowSeconds
    isClipped = false
    timeline.expectGap()
    return true
  }

  /// Receives samples and returns the rows that they complete; see `LocalServer.receive`.
  public mutating func receive(_ samples: Span<Float>, frame: Int64, at now: Int64) -> [PowerRow] {
    let count = samples.count
    guard count > 0 else { return [] }
    let end = note(count, frame: frame, at: now)
    var rows: [PowerRow] = []
    var place = 0
    while place < count {
      let piece = min(count - place, max(1, Int(saturating: missing)))
      let part = samples.extracting(place..<place + piece)
      for index in part.indices where part[index].magnitude >= 1 { isClipped = true }
      analyzer.process(part)
      place += piece
      missing -= Double(piece)
      guard missing < 1 else { continue }
      missing += rateHertz * plan.rowSeconds
      if let row = finish(end: end - Int64(saturating: Double(count - place) / rateHertz * 1e6)) {
        rows.append(row)
      }
    }
    return rows
  }

  /// Counts received and lost samples, and returns the time of the last sample.
  private mutating func note(_ count: Int, frame: Int64, at now: Int64) -> Int64 {
    var lost: Int64 = 0
    if let nextFrame, frame != nextFrame {
      lost = frame &- nextFrame
      analyzer.discontinue()
    }
    nextFrame = frame &+ Int64(count)
    let length = Int64(saturating: Double(count) / rateHertz * 1e6)
    guard var running = clock, lost >= 0, lost < Self.lostLimit else {
      timeline.expectGap()
      var first = SampleClock(rateHertz: rateHertz, at: now - length)
      _ = first.add(samples: count, at: now)
      clock = first
      return first.newestMicroseconds
    }
    let late = running.add(samples: Int(lost) + count, at: now)
    if late > 0 { analyzer.discontinue() }
    lostCount += lost + Int64(late)
    clock = running
    return running.newestMicroseconds
  }

  private mutating func finish(end: Int64) -> PowerRow? {
    let duration = Int64(saturating: (plan.rowSeconds * 1e6).rounded())
    guard var row = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: duration)
    else { return nil }
    let stamp = timeline.stamp(endMicroseconds: end, durationMicroseconds: duration)
    row.sequence = stamp.sequence
    row.startMicroseconds = stamp.startMicroseconds
    row.isIncomplete = row.isIncomplete || stamp.lost > 0
    row.isClipped = isClipped
    isClipped = false
    return row
  }
}
