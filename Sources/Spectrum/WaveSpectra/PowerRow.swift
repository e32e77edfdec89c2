/// One acquired row: linear power per bin as three detectors saw it over the row's interval.
///
/// Powers are relative to full scale squared (1 is 0 dBFS for a tone). A bin without data is NaN in every
/// plane.
public struct PowerRow: Equatable, Sendable {
  /// Number of the row at its source; a jump of more than one is a loss.
  public var sequence: UInt32
  /// Start of the interval in server microseconds.
  public var startMicroseconds: Int64
  /// Length of the interval in microseconds, above zero.
  public var durationMicroseconds: Int64
  /// Where the bins lie.
  public var axis: BinAxis
  /// Equivalent noise bandwidth of a bin in hertz; band power is the sum of `mean` times `stepHertz /
  /// enbwHertz`.
  public var enbwHertz: Double
  /// Positive peak of each bin.
  public var max: [Float]
  /// Mean power of each bin.
  public var mean: [Float]
  /// Negative peak of each bin.
  public var min: [Float]
  /// Whether the converter was driven to its limits in the interval.
  public var isClipped: Bool
  /// Whether part of the interval was lost before the server.
  public var isIncomplete: Bool

  /// Holds a row; the three planes have `axis.count` elements each.
  public init(
    sequence: UInt32, startMicroseconds: Int64, durationMicroseconds: Int64, axis: BinAxis,
    enbwHertz: Double, max: [Float], mean: [Float], min: [Float], isClipped: Bool = false,
    isIncomplete: Bool = false
  ) {
    self.sequence = sequence
    self.startMicroseconds = startMicroseconds
    self.durationMicroseconds = durationMicroseconds
    self.axis = axis
    self.enbwHertz = enbwHertz
    self.max = max
    self.mean = mean
    self.min = min
    self.isClipped = isClipped
    self.isIncomplete = isIncomplete
  }
}
