public import WaveWire

extension WireLimits {
  /// The maximum number of planes in a row.
  public static let planes = 5
  /// The maximum number of annotations in a list.
  public static let annotations = 200
  /// The maximum number of bytes in an annotation's label.
  public static let annotationLabel = 48
  /// The maximum number of bytes in an annotation's full text.
  public static let annotationNote = 240
  /// The range of valid slot lengths for a waterfall, in microseconds.
  public static let slotMicroseconds = 100_000...60_000_000
  /// The minimum width of a source's band, and of its tuning range, as a fraction of its highest frequency.
  public static let bandShare = 1e-12
  /// The minimum step of a device's frequency setting in hertz.
  public static let stepHertz = 0.001
}
