import WaveWire

extension FieldCoder {
  /// Codes a set of planes; unknown planes are refused, since their sizes are unknown.
  mutating func planes(_ value: inout PlaneSet) {
    let start = position
    flags(&value)
    require(value.rawValue >> UInt8(WireLimits.planes) == 0, at: start)
  }
}
