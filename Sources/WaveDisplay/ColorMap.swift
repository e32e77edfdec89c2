/// A colour map.
public enum ColorMap: UInt8, CaseIterable, Sendable {
  /// Waterfall.
  case waterfall
  /// Meter.
  case meter
}
