import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A test bed that measures how many streams a device can draw, and with what latency.
public struct Testbed: Sendable {
  /// The actions that must follow an event.
  struct Consequences: Equatable {
    /// The load to request from the source; nil to request nothing.
    fileprivate(set) var load: Setting?
    /// The time of the next check; nil if none is needed.
    fileprivate(set) var wakeMicroseconds: Int64?
    /// Whether the panel has changed.
    fileprivate(set) var redraws = false
    /// Whether the maximum frame rate has changed, so that the server must be notified.
    fileprivate(set) var changesView = false
    /// Whether a run has ended.
    fileprivate(set) var endsRun = false
  }

  /// The state of a run.
  private struct Run {
    enum Phase {
      /// The load was requested from the source, but no frame with its samples has been drawn yet.
      case waiting
      case settling
      case measuring
    }

    fileprivate(set) var step = 0
    fileprivate(set) var phase = Phase.waiting
    /// The time at which the phase began.
    fileprivate(set) var since: Int64
    /// The load to restore after the run.
    let before: Setting
  }

  /// The time without any drawn samples after which a step is abandoned.
  private static let patienceMicroseconds: Int64 = 6_000_000
  /// The selectable view rates, in frames per second.
  static let viewRates = [1, 2, 5, 10, 15, 20, 30, 60]
  /// The period that live measurements cover.
  private static let liveMicroseconds: Int64 = 2_000_000

  /// The plan for a run: the loads to test, and the duration of each step.
  public let plan: Plan
  /// The results of all runs, with only the newest result for each step.
  public private(set) var results: [Result] = []
  /// The load requested from the source.
  public private(set) var setting = Setting(streams: 13, rateHertz: 1000)
  /// The maximum number of frames per second.
  public private(set) var viewRate: Int
  /// The measurements of the last two seconds, updated twice a second.
  public private(set) var live = Figures()
  /// Whether the user cancelled the last run.
  private(set) var wasCancelled = false
  private var run: Run?
  private var meter = LatencyMeter()

  init(plan: Plan) {
    self.plan = plan
    viewRate = plan.viewRate
  }

  /// Whether a run is in progress.
  public var isRunning: Bool { run != nil }

  /// The progress of the current run; nil if there is none.
  public var progress: Progress? {
    let steps = plan.steps
    guard let run, run.step < steps.count else { return nil }
    return Progress(step: run.step + 1, count: steps.count, setting: steps[run.step].setting)
  }

  /// Returns the results for one axis, in ascending order.
  public func results(of axis: Axis) -> [Result] { results.filter { $0.axis == axis } }

  // MARK: - Measuring

  /// Handles a newly opened source that generates a load.
  ///
  /// A source can be opened again with different streams.
  mutating func open(_ made: Setting?) {
    meter.restart()
    if run == nil, let made { setting = made }
  }

  /// Records that live blocks have arrived.
  mutating func receive(_ columns: StreamColumns) {
    let first = Int64(columns.firstBlock)
    meter.receive(
      view: columns.view, group: Int(columns.group), blocks: first..<first + Int64(columns.blockCount),
      level: Int(columns.level), arrivalMicroseconds: columns.arrivalMicroseconds)
  }

  /// Records the number of samples that the source has lost.
  mutating func receive(_ readings: StreamReadings) { meter.setMissing(readings.missingCount) }

  /// Records that the player has drawn the frame.
  mutating func drawn(at now: Int64, serverMicroseconds server: Int64) {
    meter.drawn(at: now, serverMicroseconds: server)
  }

  /// Updates the live measurements.
  mutating func updateLive(at now: Int64) {
    live = meter.figures(from: now - Self.liveMicroseconds, until: now)
  }

  // MARK: - A run

  /// Starts a run; does nothing if one is in progress.
  mutating func start(at now: Int64) -> Consequences {
    guard run == nil else { return Consequences() }
    results = []
    wasCancelled = false
    run = Run(since: now, before: setting)
    return begin(at: now)
  }

  /// Cancels the current run.
  mutating func cancel() -> Consequences { end(isCancelled: true) }

  /// Advances the current run if its phase is over, given the load that the source generates now.
  mutating func advance(_ made: Setting?, at now: Int64) -> Consequences {
    guard let run else { return Consequences() }
    switch run.phase {
    case .waiting:
      guard made == setting, meter.hasDrawn else {
        let end = run.since + Self.patienceMicroseconds
        return now >= end ? keep(run, at: now) : Consequences(wakeMicroseconds: end)
      }
      return enter(.settling, for: plan.settleSeconds, at: now)
    case .settling:
      let end = run.since + Int64(saturating: plan.settleSeconds * 1e6)
      guard now >= end else { return Consequences(wakeMicroseconds: end) }
      meter.forget()
      return enter(.measuring, for: plan.measureSeconds, at: now)
    case .measuring:
      let end = run.since + Int64(saturating: plan.measureSeconds * 1e6)
      return now >= end ? keep(run, at: now) : Consequences(wakeMicroseconds: end)
    }
  }

  private mutating func enter(_ phase: Run.Phase, for seconds: Double, at now: Int64) -> Consequences {
    run?.phase = phase
    run?.since = now
    return Consequences(wakeMicroseconds: now + Int64(saturating: seconds * 1e6))
  }

  /// Stores the result of a step, replacing an earlier result of the same step, and starts the next step.
  private mutating func keep(_ run: Run, at now: Int64) -> Consequences {
    let step = plan.steps[run.step]
    let result = Result(
      axis: step.axis, setting: step.setting, figures: meter.figures(from: run.since, until: now))
    results.removeAll { $0.axis == result.axis && $0.setting == result.setting }
    let place = results.firstIndex { $0.axis == result.axis && $0.value > result.value }
    results.insert(result, at: place ?? results.count)
    self.run?.step += 1
    var consequences = begin(at: now)
    consequences.redraws = true
    return consequences
  }

  /// Requests the load of the current step from the source.
  private mutating func begin(at now: Int64) -> Consequences {
    let steps = plan.steps
    guard let step = run?.step, step < steps.count else { return end(isCancelled: false) }
    run?.phase = .waiting
    run?.since = now
    meter.forget()
    setting = steps[step].setting
    return Consequences(load: setting)
  }

  private mutating func end(isCancelled: Bool) -> Consequences {
    guard let before = run?.before else { return Consequences() }
    run = nil
    wasCancelled = isCancelled
    setting = before
    return Consequences(load: before, endsRun: true)
  }

  // MARK: - Sliders

  /// Handles a change to a slider; has no effect during a run.
  ///
  /// If a finger drags the slider, the new load is requested from the source when the finger is lifted.
  mutating func handle(_ action: SensorsAction.Testbed, _ input: ControlInput) -> Consequences {
    guard run == nil else { return Consequences() }
    var consequences = Consequences(redraws: true)
    var (streams, rate) = (setting.streams, setting.rateHertz)
    let rates = Self.viewRates
    let isDone: Bool
    switch input {
    case .drag(let phase, let fraction, _):
      guard phase != .cancelled else { return Consequences() }
      let fraction = Swift.max(0, Swift.min(1, fraction))
      isDone = phase == .ended
      switch action {
      case .setStreams: streams = LogScale.streams.value(at: fraction)
      case .setRate: rate = LogScale.rate.value(at: fraction)
      case .setViewRate:
        let place = Int(saturating: (fraction * Double(rates.count - 1)).rounded())
        consequences.changesView = setViewRate(rates[place])
      case .run: return Consequences()
      }
    case .step(_, let steps):
      isDone = true
      switch action {
      case .setStreams: streams = LogScale.streams.value(streams, steps: steps)
      case .setRate: rate = LogScale.rate.value(rate, steps: steps)
      case .setViewRate:
        let place = rates.firstIndex { $0 >= viewRate } ?? rates.count - 1
        consequences.changesView = setViewRate(rates[Swift.max(0, Swift.min(rates.count - 1, place + steps))])
      case .run: return Consequences()
      }
    case .set, .text, .seen: return Consequences()
    }
    setting = Setting(streams: streams, rateHertz: rate)
    if isDone { consequences.load = setting }
    return consequences
  }

  private mutating func setViewRate(_ rate: Int) -> Bool {
    guard viewRate != rate else { return false }
    viewRate = rate
    meter.forget()
    return true
  }
}
