public import WaveWire

extension WireLimits {
  /// Planes in a row.
  public static let planes = 5
  /// Annotations in a list.
  public static let annotations = 200
  /// Bytes in an annotation's label.
  public static let annotationLabel = 48
  /// Bytes in what is told of an annotation.
  public static let annotationNote = 240
  /// Shortest and longest slot of a waterfall's lattice in microseconds.
  public static let slotMicroseconds = 100_000...60_000_000
  /// Narrowest band of a source, and range of its tuner, as a share of the highest frequency that it or its
  /// tuner has.
  public static let bandShare = 1e-12
  /// Finest step of a device's frequency setting in hertz.
  public static let stepHertz = 0.001
}
