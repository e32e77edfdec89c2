/// Filters that a channel was seen through, from a sample on; the samples in the store are the unfiltered
/// ones.
public struct StoreFilters: Equatable, Sendable {
  /// One filter of a chain.
  public struct Stage: Equatable, Sendable {
    /// What it does.
    public var kind: Kind
    /// What it was designed as, where that applies.
    public var shape: Shape
    /// Order, or the number of samples of a window.
    public var order: UInt16
    /// Lower corner, or the only one; NaN where there is none.
    public var lowHertz: Double
    /// Upper corner; NaN where there is none.
    public var highHertz: Double
    /// Ripple in decibels, quality, or whatever else its kind has; NaN where there is nothing.
    public var parameter: Double
    /// By how many samples it delays.
    public var delaySamples: Double

    /// Describes a filter.
    public init(
      kind: Kind, shape: Shape = .none, order: UInt16 = 0, lowHertz: Double = .nan, highHertz: Double = .nan,
      parameter: Double = .nan, delaySamples: Double = 0
    ) {
      self.kind = kind
      self.shape = shape
      self.order = order
      self.lowHertz = lowHertz
      self.highHertz = highHertz
      self.parameter = parameter
      self.delaySamples = delaySamples
    }
  }

  /// What a filter does; numbers that are not named here are kept as they are.
  public struct Kind: RawRepresentable, Equatable, Sendable {
    /// The number in the file.
    public var rawValue: UInt8

    /// Names a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Passes what lies below `lowHertz`.
    public static let lowPass = Kind(rawValue: 1)
    /// Passes what lies above `lowHertz`.
    public static let highPass = Kind(rawValue: 2)
    /// Passes what lies between the corners.
    public static let bandPass = Kind(rawValue: 3)
    /// Stops what lies between the corners.
    public static let bandStop = Kind(rawValue: 4)
    /// Stops `lowHertz`, with the quality `parameter`.
    public static let notch = Kind(rawValue: 5)
    /// Mean of `order` samples.
    public static let movingAverage = Kind(rawValue: 6)
    /// Median of `order` samples.
    public static let movingMedian = Kind(rawValue: 7)
    /// Root mean square of `order` samples.
    public static let movingRootMeanSquare = Kind(rawValue: 8)
    /// Derivative by time.
    public static let derivative = Kind(rawValue: 9)
    /// A finite impulse response of `order` coefficients.
    public static let finiteResponse = Kind(rawValue: 10)
  }

  /// What a filter was designed as; numbers that are not named here are kept as they are.
  public struct Shape: RawRepresentable, Equatable, Sendable {
    /// The number in the file.
    public var rawValue: UInt8

    /// Names a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No design.
    public static let none = Shape(rawValue: 0)
    /// Butterworth.
    public static let butterworth = Shape(rawValue: 1)
    /// Chebyshev of type I; `parameter` is the ripple in decibels.
    public static let chebyshev = Shape(rawValue: 2)
    /// Bessel, −3 dB at the corner.
    public static let bessel = Shape(rawValue: 3)
  }

  /// Number of the group.
  public var group: Int
  /// Number of the channel; nil for all of the group.
  public var channel: Int?
  /// The first sample that was seen so.
  public var sequence: UInt64
  /// The chain; empty for none.
  public var stages: [Stage]

  /// Describes a chain.
  public init(group: Int, channel: Int? = nil, sequence: UInt64, stages: [Stage]) {
    self.group = group
    self.channel = channel
    self.sequence = sequence
    self.stages = stages
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(little: UInt16(truncatingIfNeeded: group))
    bytes.append(little: channel.storedChannel)
    bytes.append(little: UInt32(stages.count))
    bytes.append(little: sequence)
    for stage in stages {
      bytes.append(stage.kind.rawValue)
      bytes.append(stage.shape.rawValue)
      bytes.append(little: stage.order)
      bytes.appendZeros(4)
      for value in [stage.lowHertz, stage.highHertz, stage.parameter, stage.delaySamples] {
        bytes.append(little: value)
      }
    }
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    group = Int(try cursor.integer(UInt16.self))
    channel = Int?(storedChannel: try cursor.integer(UInt16.self))
    let count = try cursor.integer(UInt32.self)
    guard count <= UInt32(StoreFormat.itemLimit) else { throw cursor.malformed }
    sequence = try cursor.integer(UInt64.self)
    stages = []
    for _ in 0..<count {
      let kind = Kind(rawValue: try cursor.integer(UInt8.self))
      let shape = Shape(rawValue: try cursor.integer(UInt8.self))
      let order = try cursor.integer(UInt16.self)
      try cursor.skip(4)
      stages.append(
        Stage(
          kind: kind, shape: shape, order: order, lowHertz: try cursor.double(),
          highHertz: try cursor.double(),
          parameter: try cursor.double(), delaySamples: try cursor.double()))
    }
  }
}
