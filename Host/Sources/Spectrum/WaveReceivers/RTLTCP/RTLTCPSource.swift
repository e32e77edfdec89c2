import Foundation
import WaveRadioFormats
import WaveSignal
import WaveSpectra
public import WaveSpectrumWire
import WaveSystem
import WaveUnits
public import WaveWire

/// A source that computes the spectrum of a receiver behind an rtl_tcp server. If a band is wider than the
/// receiver's sample rate, the receiver sweeps it.
public actor RTLTCPSource: SpectrumSource {
  private let receiver: RTLTCPReceiver
  private let place: String
  /// The highest sample rate that the source requests, in hertz.
  private let rateLimit: UInt32
  private var settings: RTLTCPSettings
  private var tuner = RTLTCPTuner.r820t
  private var isKnown = false
  private var trouble = ""
  private var reader: AsyncStream<SourceEvent>.Continuation?

  private var live: LiveSpectrum?
  private var sweep: SpectrumSweep?
  private var timeline = RowTimeline()
  private var stepHertz = Double.infinity
  private var sweepSeconds = 0.0
  /// The lowest level of the initial range, derived from the noise once `rowsUntilLevel` reaches zero.
  private var levelLow: Float = -95
  private var rowsUntilLevel: Int? = 0
  /// The highest level of the initial range, slightly below clipping so that strong signals fit.
  private static let levelHigh: Float = -5

  /// Creates a source from an argument.
  ///
  /// It connects to the server when its events are requested.
  ///
  /// - Throws: `ReceiverError` if the argument lacks a host, or has a value out of range.
  init(_ argument: SourceArgument) throws(ReceiverError) {
    let plan = try RTLTCPArgument(argument)
    place = "\(plan.host):\(plan.port)"
    rateLimit = plan.settings.rateHertz
    settings = plan.settings
    receiver = RTLTCPReceiver(host: plan.host, port: plan.port, settings: plan.settings)
    live = try? LiveSpectrum(
      properties: settings.properties(), stepHertz: .infinity, usableShare: RTLTCPRate.usableShare)
  }

  /// The current description of the source, which changes when the source is tuned, when the tuner becomes
  /// known, and when problems occur.
  public var info: SourceInfo {
    var (axis, rbw, enbw) = (BinAxis(firstHertz: 0, stepHertz: 1, count: 1), 1.0, 1.0)
    var (seconds, words) = (1 / LiveSpectrum.rowsPerSecond, "")
    let rate = Double(settings.rateHertz) / 1e6
    if let count = sweep?.fftCount {
      axis = sweep?.axis ?? axis
      (rbw, enbw) = (sweep?.rbwHertz ?? 1, sweep?.enbwHertz ?? 1)
      seconds = sweepSeconds
      words = "swept in \(sweep?.hopCount ?? 1) hops of \(rate) MS/s, \(count) points"
    } else if let count = live?.plan.fftCount {
      axis = live?.axis ?? axis
      (rbw, enbw) = (live?.rbwHertz ?? 1, live?.enbwHertz ?? 1)
      seconds = live?.plan.rowSeconds ?? seconds
      words = "\(rate) MS/s, \(count) points, Blackman-Harris"
    }
    if isKnown { words = "\(tuner.name), " + words }
    if !trouble.isEmpty { words = "not receiving: " + trouble }
    return SourceInfo(
      flags: [.tunable], unit: .fullScale, lowHertz: axis.lowHertz, highHertz: axis.highHertz,
      tuneLowHertz: tuner.lowHertz, tuneHighHertz: tuner.highHertz, stepHertz: 100, rbwHertz: rbw,
      enbwHertz: enbw, rowSeconds: seconds, levelLow: levelLow, levelHigh: Self.levelHigh,
      name: Array("\(isKnown ? "\(tuner.name)" : "rtl_tcp") at \(place)".utf8),
      detail: words.utf8(limit: WireLimits.text))
  }

  /// Connects, and emits rows as they arrive.
  ///
  /// The stream continues when the connection is lost.
  public nonisolated func events() -> AsyncStream<SourceEvent> {
    AsyncStream(keepingNewest: SourceBuffer.events) { await self.run($0) }
  }

  /// Tunes the receiver, or changes one of its settings.
  public func perform(_ command: Command) async {
    switch command {
    case .tune(_, let low, let high): aim(lowHertz: low, highHertz: high)
    case .adjust(_, let control, let value):
      let before = settings
      RTLTCPControls.adjust(&settings, tuner: tuner, control: control, value: value)
      if settings.correction != before.correction { forget() }
      // Wait for 15 rows, because half a second of samples with the previous gain is still in transit.
      if settings.tunerGain != before.tunerGain { rowsUntilLevel = 15 }
      reader?.yield(.controls(RTLTCPControls.list(settings, tuner: tuner)))
    default: return
    }
    await receiver.set(settings)
  }

  /// Adapts the transform length and overlap to the width of the narrowest column shown.
  public func resolve(stepHertz: Double) async {
    guard stepHertz != self.stepHertz, !stepHertz.isNaN else { return }
    self.stepHertz = stepHertz
    if let axis = sweep?.axis, let count = sweep?.fftCount {
      let next = SpectrumSweep(
        lowHertz: axis.lowHertz, highHertz: axis.highHertz, rateHertz: Double(settings.rateHertz),
        stepHertz: stepHertz, usableShare: RTLTCPRate.usableShare)
      if let nextCount = next?.fftCount, nextCount != count {
        aim(lowHertz: axis.lowHertz, highHertz: axis.highHertz)
        await receiver.set(settings)
      }
    } else if let properties = live?.properties, let count = live?.plan.fftCount {
      let plan = ResolutionPlan(
        sampleRateHertz: properties.rateHertz, stepHertz: stepHertz, window: .blackmanHarris,
        rowSeconds: 1 / LiveSpectrum.rowsPerSecond, counts: 4096...LiveSpectrum.countMax, current: count)
      if plan.fftCount != count { analyse(properties) }
    }
  }

  // MARK: - Tuning

  /// Tunes the receiver to a band, sweeping only if no single sample rate covers the band.
  private func aim(lowHertz: Double, highHertz: Double) {
    let low = max(lowHertz, tuner.lowHertz)
    let high = min(highHertz, tuner.highHertz)
    guard low < high else { return }
    // A rounding error must not make a sweep necessary for the band that is currently acquired.
    if let rate = RTLTCPRate.rate(holding: (high - low) * (1 - 1e-6), limit: rateLimit) {
      let before = settings
      settings.rateHertz = rate
      settings.frequencyHertz = UInt32(
        saturating: Self.center(low: low, high: high, rate: Double(rate)).rounded())
      guard before != settings || sweep != nil else { return }
      sweep = nil
      live = nil
      analyse(settings.properties())
      return isAwaiting = before != settings
    }
    settings.rateHertz = rateLimit
    live = nil
    sweep = SpectrumSweep(
      lowHertz: low, highHertz: high, rateHertz: Double(rateLimit), stepHertz: stepHertz,
      usableShare: RTLTCPRate.usableShare)
    let perHop = Double(RTLTCPLink.bufferSamples) / Double(rateLimit) + SpectrumSweep.dwellSeconds + 0.01
    sweepSeconds = Double(sweep?.hopCount ?? 1) * perHop
    timeline.expectGap()
    aimSweep()
    reader?.yield(.changed(info))
    sayArtefacts()
  }

  /// Returns the centre frequency for a band.
  ///
  /// If the sample rate is high enough, the receiver's DC spike is placed outside the band.
  static func center(low: Double, high: Double, rate: Double) -> Double {
    let room = rate * RTLTCPRate.usableShare / 2
    let guardHertz = rate / 500
    return high - low + guardHertz <= room ? low - guardHertz : (low + high) / 2
  }

  private func aimSweep() {
    guard let center = sweep?.centerHertz else { return }
    settings.frequencyHertz = UInt32(saturating: center.rounded())
    isAwaiting = true
  }

  /// Whether incoming samples still have the settings from before the latest change.
  private var isAwaiting = true

  /// Discards partial results, because samples after a frequency correction have different frequencies.
  private func forget() {
    isAwaiting = true
    timeline.expectGap()
    sweep?.restart()
    aimSweep()
  }

  private func analyse(_ properties: SampleProperties) {
    let count = live?.plan.fftCount
    live = try? LiveSpectrum(
      properties: properties, stepHertz: stepHertz, usableShare: RTLTCPRate.usableShare, current: count)
    timeline.expectGap()
    reader?.yield(.changed(info))
    sayArtefacts()
  }

  /// Reports the frequency of the receiver's DC spike; NaN for a sweep, which excludes the spike.
  private func sayArtefacts() {
    let spike = live?.properties.centerHertz ?? .nan
    reader?.yield(.artefacts(Artefacts(spikeHertz: spike)))
  }

  // MARK: - Receiving

  private func run(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    reader = continuation
    defer { continuation.finish() }
    continuation.yield(.controls(RTLTCPControls.list(settings, tuner: tuner)))
    sayArtefacts()
    for await event in receiver.samples() {
      switch event {
      case .samples(let block): await receive(block)
      case .changed(let properties): await begin(properties)
      case .lost(let samples):
        continuation.yield(.samplesLost(samples))
        live?.discontinue()
        if samples != nil {
          sweep?.discontinue()
        } else if sweep != nil {
          // The connection was lost, so an incomplete sweep is discarded.
          sweep?.restart()
          aimSweep()
          await receiver.set(settings)
        }
      case .notice(let notice):
        trouble = await receiver.trouble
        continuation.yield(.notice(notice))
        continuation.yield(.changed(info))
      }
    }
  }

  /// Starts using the incoming samples, which now have the requested settings.
  private func begin(_ properties: SampleProperties) async {
    let tuner = await receiver.tuner
    let wasKnown = isKnown && tuner == self.tuner
    (self.tuner, isKnown, trouble) = (tuner, true, await receiver.trouble)
    guard properties.centerHertz == Double(settings.frequencyHertz),
      properties.rateHertz == Double(settings.rateHertz)
    else { return }
    isAwaiting = false
    sweep?.listen()
    guard !wasKnown else { return }
    reader?.yield(.changed(info))
    reader?.yield(.controls(RTLTCPControls.list(settings, tuner: tuner)))
  }

  private func receive(_ block: IQBlock) async {
    guard !isAwaiting else { return }
    if sweep != nil {
      guard sweep?.append(block) == true else { return }
      if let made = sweep?.finish(timeline: &timeline) {
        deliver(made)
        let seconds = Double(made.row.durationMicroseconds) * 1e-6
        if abs(seconds - sweepSeconds) > sweepSeconds / 4 {
          sweepSeconds = seconds
          reader?.yield(.changed(info))
        }
      }
      aimSweep()
      return await receiver.set(settings)
    }
    for made in live?.append(block, timeline: &timeline) ?? [] { deliver(made) }
  }

  private func deliver(_ made: LiveSpectrum.CompletedRow) {
    if made.lost > 0 { reader?.yield(.lost(rows: made.lost)) }
    rowsUntilLevel = rowsUntilLevel.map { $0 - 1 }
    if let rows = rowsUntilLevel, rows < 0 {
      rowsUntilLevel = nil
      let floor = FileMeasurement.level(NoiseFloor.mean(of: made.row.mean))
      levelLow = LevelRange.around(floor: floor, most: Double(Self.levelHigh)).low
      reader?.yield(.changed(info))
    }
    reader?.yield(.row(made.row))
  }
}
