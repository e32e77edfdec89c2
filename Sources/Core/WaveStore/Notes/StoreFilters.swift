/// The filters applied to a channel for display, from a given sample on; the stored samples are unfiltered.
public struct StoreFilters: Equatable, Sendable {
  /// One filter in a chain.
  public struct Stage: Equatable, Sendable {
    /// The type of the filter.
    public var kind: Kind
    /// The design of the filter, for types that have one.
    public var shape: Shape
    /// The order of the filter, or the number of samples in its window.
    public var order: UInt16
    /// The corner frequency, or the lower of two, in hertz; NaN if there is none.
    public var lowHertz: Double
    /// The upper of two corner frequencies, in hertz, or NaN if there is none.
    public var highHertz: Double
    /// The parameter of the filter type, such as the ripple in decibels or the quality, or NaN if there is
    /// none.
    public var parameter: Double
    /// The filter's delay in samples.
    public var delaySamples: Double

    /// Creates a description of a filter.
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

  /// The type of a filter; unknown numbers are preserved.
  public struct Kind: RawRepresentable, Equatable, Sendable {
    /// The number stored in the file.
    public var rawValue: UInt8

    /// Creates a kind from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A low-pass filter, which passes frequencies below `lowHertz`.
    public static let lowPass = Kind(rawValue: 1)
    /// A high-pass filter, which passes frequencies above `lowHertz`.
    public static let highPass = Kind(rawValue: 2)
    /// A band-pass filter, which passes frequencies between the corners.
    public static let bandPass = Kind(rawValue: 3)
    /// A band-stop filter, which stops frequencies between the corners.
    public static let bandStop = Kind(rawValue: 4)
    /// A notch filter, which stops the frequency `lowHertz` with the quality `parameter`.
    public static let notch = Kind(rawValue: 5)
    /// The moving average of `order` samples.
    public static let movingAverage = Kind(rawValue: 6)
    /// The moving median of `order` samples.
    public static let movingMedian = Kind(rawValue: 7)
    /// The moving root mean square of `order` samples.
    public static let movingRootMeanSquare = Kind(rawValue: 8)
    /// The derivative with respect to time.
    public static let derivative = Kind(rawValue: 9)
    /// A finite impulse response filter with `order` coefficients.
    public static let finiteResponse = Kind(rawValue: 10)
  }

  /// The design of a filter; unknown numbers are preserved.
  public struct Shape: RawRepresentable, Equatable, Sendable {
    /// The number stored in the file.
    public var rawValue: UInt8

    /// Creates a shape from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No particular design.
    public static let none = Shape(rawValue: 0)
    /// A Butterworth design.
    public static let butterworth = Shape(rawValue: 1)
    /// A Chebyshev type I design; `parameter` is the ripple in decibels.
    public static let chebyshev = Shape(rawValue: 2)
    /// A Bessel design, with −3 dB at the corner.
    public static let bessel = Shape(rawValue: 3)
  }

  /// The index of the group to which the filters apply.
  public var group: Int
  /// The index of the channel in its group, or nil for the whole group.
  public var channel: Int?
  /// The sequence number of the first sample to which the filters apply.
  public var sequence: UInt64
  /// The chain of filters, which can be empty.
  public var stages: [Stage]

  /// Creates a chain of filters.
  public init(group: Int, channel: Int? = nil, sequence: UInt64, stages: [Stage]) {
    self.group = group
    self.channel = channel
    self.sequence = sequence
    self.stages = stages
  }
}

extension StoreFilters: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&group, as: UInt16.self)
    coder.channel(&channel)
    let count = coder.count(stages.count)
    coder.integer(&sequence)
    coder.items(&stages, count: count, blank: Stage(kind: Kind(rawValue: 0)))
  }
}

extension StoreFilters.Stage: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.choice(&kind)
    coder.choice(&shape)
    coder.integer(&order)
    coder.skip(4)
    coder.double(&lowHertz)
    coder.double(&highHertz)
    coder.double(&parameter)
    coder.double(&delaySamples)
  }
}
