import WaveWire

extension FieldCoder {
  /// Encodes or decodes a set of planes.
  ///
  /// Unknown planes are rejected, because their sizes are unknown.
  mutating func planes(_ value: inout PlaneSet) {
    let start = position
    flags(&value)
    require(value.rawValue >> UInt8(WireLimits.planes) == 0, at: start)
  }
}
