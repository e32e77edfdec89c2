import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// What the test bed of a device has measured, and what it measures now.
///
/// Latency is the time from the newest sample's arrival at the source to the moment at which the frame that
/// shows it has been drawn. Streams and rate are the source's to make (`StreamSource.Flags.testbed`); a run
/// steps through them by itself.
public struct Testbed: Sendable {
  /// What is to be done after something has happened.
  struct Consequences: Equatable {
    /// The load to ask the source for.
    fileprivate(set) var load: Setting?
    /// When to look again.
    fileprivate(set) var wakeMicroseconds: Int64?
    /// Whether the panel shows something else.
    fileprivate(set) var redraws = false
    /// Whether the server has to send frames at another rate.
    fileprivate(set) var changesView = false
    /// Whether a run has ended.
    fileprivate(set) var endsRun = false
  }

  /// Where a run is.
  private struct Run {
    enum Phase {
      /// The source has been asked, and nothing of it is drawn yet.
      case waiting
      case settling
      case measuring
    }

    fileprivate(set) var step = 0
    fileprivate(set) var phase = Phase.waiting
    /// When the phase began.
    fileprivate(set) var since: Int64
    /// What to go back to.
    let before: Setting
  }

  /// A step that shows nothing for so long is given up.
  private static let patienceMicroseconds: Int64 = 6_000_000
  /// View rates to choose from, in frames a second.
  static let viewRates = [1, 2, 5, 10, 15, 20, 30, 60]
  /// Live figures are of so much of the newest past.
  private static let liveMicroseconds: Int64 = 2_000_000

  /// What a run steps through.
  public let plan: Plan
  /// What runs have measured, the newest result of each step.
  public private(set) var results: [Result] = []
  /// What is asked of the source.
  public private(set) var setting = Setting(streams: 13, rateHertz: 1000)
  /// Frames in a second at most.
  public private(set) var viewRate: Int
  /// Figures of the newest two seconds, made twice a second.
  public private(set) var live = Figures()
  /// Whether the last run was ended by the user.
  private(set) var wasCancelled = false
  private var run: Run?
  private var meter = LatencyMeter()

  init(plan: Plan) {
    self.plan = plan
    viewRate = plan.viewRate
  }

  /// Whether a run is under way.
  public var isRunning: Bool { run != nil }

  /// How far the run under way has come; nil where there is none.
  public var progress: Progress? {
    let steps = plan.steps
    guard let run, run.step < steps.count else { return nil }
    return Progress(step: run.step + 1, count: steps.count, setting: steps[run.step].setting)
  }

  /// The results of one axis, in rising order.
  public func results(of axis: Axis) -> [Result] { results.filter { $0.axis == axis } }

  // MARK: - Measuring

  /// The source was opened, perhaps the same one with other streams, and makes a load.
  mutating func open(_ made: Setting?) {
    meter.restart()
    if run == nil, let made { setting = made }
  }

  /// Receives live blocks.
  mutating func receive(_ columns: StreamColumns) {
    let first = Int64(columns.firstBlock)
    meter.receive(
      view: columns.view, group: Int(columns.group), blocks: first..<first + Int64(columns.blockCount),
      level: Int(columns.level), arrivalMicroseconds: columns.arrivalMicroseconds)
  }

  /// Receives how many samples the source has lost.
  mutating func receive(_ readings: StreamReadings) { meter.setMissing(readings.missingCount) }

  /// The player has drawn the frame.
  mutating func drawn(at now: Int64, serverMicroseconds server: Int64) {
    meter.drawn(at: now, serverMicroseconds: server)
  }

  /// Makes the live figures anew.
  mutating func updateLive(at now: Int64) {
    live = meter.figures(from: now - Self.liveMicroseconds, until: now)
  }

  // MARK: - A run

  /// Starts a run; during one nothing happens.
  mutating func start(at now: Int64) -> Consequences {
    guard run == nil else { return Consequences() }
    results = []
    wasCancelled = false
    run = Run(since: now, before: setting)
    return begin(at: now)
  }

  /// Ends the run under way.
  mutating func cancel() -> Consequences { end(isCancelled: true) }

  /// Goes on with a run where its time has come, by the load that the source makes now.
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

  /// Keeps the figures of a step in the place of those of the same step, and goes on with the next.
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

  /// Asks the source for the load of the step under way.
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

  /// Handles a slider; during a run nothing happens.
  ///
  /// What a finger sets is asked of the source when it is let go of.
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
    case .set, .text: return Consequences()
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
