import WaveWire

extension FieldCoder {
  /// Codes a set of planes without unknown bits, whose planes' sizes would be unknown too.
  mutating func planes(_ value: inout PlaneSet) {
    let start = position
    flags(&value)
    require(value.rawValue >> UInt8(WireLimits.planes) == 0, at: start)
  }
}
