/// What the test bed of a device has measured, and what it measures now.
///
/// Latency is the time from the newest sample's arrival at the source to the moment at which the frame that
/// shows it has been drawn. Streams and rate are the source's to make (`StreamSource.Flags.testbed`); a run
/// steps through them by itself.
public struct Testbed: Sendable {
  /// How many streams there are, and the rate of each.
  public struct Setting: Equatable, Sendable {
    /// Streams.
    public var streams: Int
    /// Samples in a second of each.
    public var rateHertz: Int

    /// Describes a load.
    public init(streams: Int, rateHertz: Int) {
      self.streams = streams
      self.rateHertz = rateHertz
    }
  }

  /// What is changed from step to step.
  public enum Axis: UInt8, CaseIterable, Equatable, Sendable {
    /// The number of streams.
    case streams = 0
    /// Their rate.
    case rate = 1
  }

  /// What a run steps through.
  public struct Plan: Equatable, Sendable {
    /// Numbers of streams, at `rateHertz` each.
    public var streams = [1, 4, 13, 32, 64, 128, 256]
    /// Rates in hertz, of `streamCount` streams.
    public var rates = [50, 100, 250, 500, 1000, 2000, 4000]
    /// The rate while streams are changed.
    public var rateHertz = 1000
    /// The number of streams while the rate is changed.
    public var streamCount = 13
    /// Seconds of a step before it counts.
    public var settleSeconds = 0.6
    /// Seconds of a step that count.
    public var measureSeconds = 2.0
    /// Frames in a second at most, at first.
    public var viewRate = 60

    /// The usual one: 14 steps.
    public init() {}

    /// The steps in their order.
    public var steps: [(axis: Axis, setting: Setting)] {
      streams.map { (.streams, Setting(streams: $0, rateHertz: rateHertz)) }
        + rates.map { (.rate, Setting(streams: streamCount, rateHertz: $0)) }
    }
  }

  /// What one step has shown.
  public struct Result: Equatable, Sendable {
    /// What was changed.
    public var axis: Axis
    /// What it was set to.
    public var setting: Setting
    /// What was measured.
    public var figures: Figures

    /// Describes a step.
    public init(axis: Axis, setting: Setting, figures: Figures) {
      self.axis = axis
      self.setting = setting
      self.figures = figures
    }
  }

  /// Where a run is.
  struct Run: Equatable, Sendable {
    enum Phase: Equatable {
      /// The source has been asked, and nothing of it is drawn yet.
      case waiting
      case settling
      case measuring
    }

    var step = 0
    var phase = Phase.waiting
    /// When the phase began.
    var since: Int64
    /// What to go back to.
    var before: Setting
  }

  /// A step that shows nothing for so long is given up.
  static let patienceMicroseconds: Int64 = 6_000_000
  /// View rates to choose from, in frames a second.
  static let viewRates = [1, 2, 5, 10, 15, 20, 30, 60]
  /// Live figures are of so much of the newest past.
  static let liveMicroseconds: Int64 = 2_000_000

  /// What a run steps through.
  public internal(set) var plan: Plan
  /// What runs have measured, the newest word on each step.
  public internal(set) var results: [Result] = []
  /// What is asked of the source.
  public internal(set) var setting = Setting(streams: 13, rateHertz: 1000)
  /// Frames in a second at most.
  public internal(set) var viewRate: Int
  /// Figures of the newest two seconds, made twice a second.
  public internal(set) var live = Figures()

  var run: Run?
  var meter = LatencyMeter()
  /// A run was ended by the user.
  var wasCancelled = false

  init(plan: Plan) {
    self.plan = plan
    viewRate = plan.viewRate
  }

  /// How far a run has come.
  public struct Progress: Equatable, Sendable {
    /// The step under way, from 1.
    public var step: Int
    /// Steps in all.
    public var count: Int
    /// What it is of.
    public var setting: Setting
  }

  /// Whether a run is under way.
  public var isRunning: Bool { run != nil }

  /// How far the run under way has come; nil where there is none.
  public var progress: Progress? {
    let steps = plan.steps
    guard let run, run.step < steps.count else { return nil }
    return Progress(step: run.step + 1, count: steps.count, setting: steps[run.step].setting)
  }

  /// Keeps a result in the place of one of the same step.
  mutating func keep(_ result: Result) {
    results.removeAll { $0.axis == result.axis && $0.setting == result.setting }
    let value = Self.value(result)
    let place = results.firstIndex { $0.axis == result.axis && Self.value($0) > value }
    results.insert(result, at: place ?? results.count)
  }

  /// What a result's axis has there.
  static func value(_ result: Result) -> Int {
    result.axis == .streams ? result.setting.streams : result.setting.rateHertz
  }

  /// The results of one axis, in rising order.
  public func results(of axis: Axis) -> [Result] { results.filter { $0.axis == axis } }
}
