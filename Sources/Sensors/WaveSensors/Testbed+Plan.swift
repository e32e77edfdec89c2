extension Testbed {
  /// A load: a number of streams, and their sample rate.
  public struct Setting: Equatable, Sendable {
    /// The number of streams.
    public let streams: Int
    /// The sample rate of each stream in hertz.
    public let rateHertz: Int
  }

  /// The parameter that changes from step to step.
  public enum Axis: UInt8, CaseIterable, Equatable, Sendable {
    /// The number of streams.
    case streams = 0
    /// The sample rate of the streams.
    case rate = 1
  }

  /// A plan for a run: the loads to test, and the duration of each step.
  public struct Plan: Equatable, Sendable {
    /// The numbers of streams to test, with a rate of `rateHertz` each.
    public let streams: [Int]
    /// The rates to test in hertz, with `streamCount` streams.
    public let rates: [Int]
    /// The rate while the number of streams is varied, in hertz.
    public let rateHertz: Int
    /// The number of streams while the rate is varied.
    public let streamCount: Int
    /// The time for which a step settles before it is measured, in seconds.
    public let settleSeconds: Double
    /// The time for which a step is measured, in seconds.
    public let measureSeconds: Double
    /// The initial maximum frame rate, in frames per second.
    public let viewRate: Int

    /// Creates a plan.
    ///
    /// The default is the standard plan with 14 steps.
    public init(
      streams: [Int] = [1, 4, 13, 32, 64, 128, 256], rates: [Int] = [50, 100, 250, 500, 1000, 2000, 4000],
      rateHertz: Int = 1000, streamCount: Int = 13, settleSeconds: Double = 0.6, measureSeconds: Double = 2,
      viewRate: Int = 60
    ) {
      self.streams = streams
      self.rates = rates
      self.rateHertz = rateHertz
      self.streamCount = streamCount
      self.settleSeconds = settleSeconds
      self.measureSeconds = measureSeconds
      self.viewRate = viewRate
    }

    /// The steps, in order.
    public var steps: [(axis: Axis, setting: Setting)] {
      streams.map { (.streams, Setting(streams: $0, rateHertz: rateHertz)) }
        + rates.map { (.rate, Setting(streams: streamCount, rateHertz: $0)) }
    }
  }

  /// The result of one step.
  public struct Result: Equatable, Sendable {
    /// The parameter that was varied.
    public let axis: Axis
    /// The load of the step.
    public let setting: Setting
    /// The measurements of the step.
    public let figures: Figures

    /// The value of the varied parameter: a number of streams, or a rate in hertz.
    var value: Int { axis == .streams ? setting.streams : setting.rateHertz }
  }

  /// The progress of a run.
  public struct Progress: Equatable, Sendable {
    /// The number of the current step, counted from 1.
    public let step: Int
    /// The total number of steps.
    public let count: Int
    /// The load of the current step.
    public let setting: Setting
  }
}
