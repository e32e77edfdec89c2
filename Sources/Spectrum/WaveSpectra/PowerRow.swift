/// One acquired row: the linear power of each bin over the row's interval, from three detectors.
///
/// Powers are relative to full scale squared (1 is 0 dBFS for a tone). A bin without data is NaN in every
/// plane.
public struct PowerRow: Equatable, Sendable {
  /// The number of the row at its source; a jump of more than one is a loss.
  public var sequence: UInt32
  /// The start of the interval in server microseconds.
  public var startMicroseconds: Int64
  /// The length of the interval in microseconds, above zero.
  public var durationMicroseconds: Int64
  /// The positions of the bins.
  public var axis: BinAxis
  /// The equivalent noise bandwidth of a bin in hertz.
  ///
  /// Band power is the sum of `mean` times `stepHertz / enbwHertz`.
  public var enbwHertz: Double
  /// Positive peak of each bin.
  public var max: [Float]
  /// Mean power of each bin.
  public var mean: [Float]
  /// Negative peak of each bin.
  public var min: [Float]
  /// Whether samples in the interval reached the converter's limits.
  public var isClipped: Bool
  /// Whether part of the interval was lost before it reached the server.
  public var isIncomplete: Bool

  /// A row; the three planes must have `axis.count` elements each.
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
