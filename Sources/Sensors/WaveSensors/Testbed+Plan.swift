import WaveSensorsWire
import WaveUnits

extension Testbed {
  /// How many streams there are, and the rate of each.
  public struct Setting: Equatable, Sendable {
    /// Streams.
    public let streams: Int
    /// Samples in a second of each.
    public let rateHertz: Int

    /// Describes a load.
    public init(streams: Int, rateHertz: Int) {
      self.streams = streams
      self.rateHertz = rateHertz
    }

    /// The load that a source makes; nil where it has no streams.
    init?(_ source: StreamSource) {
      guard let first = source.groups.first else { return nil }
      self.init(streams: source.channelCount, rateHertz: Int(saturating: first.rateHertz))
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
    public let streams: [Int]
    /// Rates in hertz, of `streamCount` streams.
    public let rates: [Int]
    /// The rate while streams are changed.
    public let rateHertz: Int
    /// The number of streams while the rate is changed.
    public let streamCount: Int
    /// Seconds of a step before it counts.
    public let settleSeconds: Double
    /// Seconds of a step that count.
    public let measureSeconds: Double
    /// Frames in a second at most, at first.
    public let viewRate: Int

    /// Describes a run; without arguments the usual one of 14 steps.
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

    /// The steps in their order.
    public var steps: [(axis: Axis, setting: Setting)] {
      streams.map { (.streams, Setting(streams: $0, rateHertz: rateHertz)) }
        + rates.map { (.rate, Setting(streams: streamCount, rateHertz: $0)) }
    }
  }

  /// What one step has shown.
  public struct Result: Equatable, Sendable {
    /// What was changed.
    public let axis: Axis
    /// What it was set to.
    public let setting: Setting
    /// What was measured.
    public let figures: Figures

    /// Describes a step.
    public init(axis: Axis, setting: Setting, figures: Figures) {
      self.axis = axis
      self.setting = setting
      self.figures = figures
    }

    /// Where it is on its axis: streams, or hertz.
    var value: Int { axis == .streams ? setting.streams : setting.rateHertz }
  }

  /// How far a run has come.
  public struct Progress: Equatable, Sendable {
    /// The step under way, from 1.
    public let step: Int
    /// Steps in all.
    public let count: Int
    /// What it is of.
    public let setting: Setting
  }
}
