/// One acquired row: the linear power of each bin over the row's interval, from three detectors.
///
/// Powers are relative to full scale squared (a tone with power 1 is at 0 dBFS). A bin without data is NaN in
/// every plane.
public struct PowerRow: Equatable, Sendable {
  /// The row's sequence number at its source.
  ///
  /// A gap in the numbers means that rows were lost.
  public var sequence: UInt32
  /// The start of the interval in server microseconds.
  public var startMicroseconds: Int64
  /// The length of the interval in microseconds, above zero.
  public var durationMicroseconds: Int64
  /// The frequencies of the bins.
  public var axis: BinAxis
  /// The equivalent noise bandwidth of a bin in hertz.
  ///
  /// Band power is the sum of `mean` times `stepHertz / enbwHertz`.
  public var enbwHertz: Double
  /// The maximum (positive peak) of each bin.
  public var max: [Float]
  /// The mean power of each bin.
  public var mean: [Float]
  /// The minimum (negative peak) of each bin.
  public var min: [Float]
  /// Whether samples in the interval reached the limits of the analogue-to-digital converter.
  public var isClipped: Bool
  /// Whether some data of the interval were lost before they reached the server.
  public var isIncomplete: Bool

  /// Creates a row; each of the three planes must have `axis.count` elements.
  public init(
    sequence: UInt32 = 0, startMicroseconds: Int64 = 0, durationMicroseconds: Int64 = 1, axis: BinAxis,
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
  /// Returns the plane that a detector reads.
  package func plane(_ detector: Detector) -> [Float] {
    switch detector {
    case .max: max
    case .mean, .sample: mean
    case .min: min
    }
  }

  /// Multiplies all powers by a gain.
  public mutating func amplify(by gain: Float) {
    guard gain != 1 else { return }
    for bin in max.indices {
      max[bin] *= gain
      mean[bin] *= gain
      min[bin] *= gain
    }
  }
}
