import WaveWire

extension FieldCoder {
  /// Encodes or decodes a set of planes.
  ///
  /// Unknown planes are rejected, because their sizes are unknown.
  mutating func planes(_ value: inout PlaneSet, areRequired: Bool) {
    let start = position
    flags(&value)
    let areKnown = value.rawValue >> UInt8(WireLimits.planes) == 0
    require(areKnown && (!areRequired || !value.isEmpty), at: start)
  }

  /// Codes a number of columns, which may be 0 unless some are required.
  mutating func columns(_ value: inout UInt16, areRequired: Bool) {
    let start = position
    columns(&value)
    require(!areRequired || value > 0, at: start)
  }
}
