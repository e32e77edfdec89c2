import WaveWire

extension FieldCoder {
  /// Codes one of several cases by its number; where that is unknown, the fault is told at `start`.
  mutating func choice<T: RawRepresentable>(_ value: inout T, from start: Int)
  where T.RawValue: FixedWidthInteger & BitwiseCopyable {
    var raw = value.rawValue
    integer(&raw)
    guard Self.isReading else { return }
    guard let known = T(rawValue: raw) else { return refuse(.invalid(byte: start)) }
    value = known
  }

  /// Codes samples in a second, above zero.
  mutating func sampleRate(_ value: inout Double) {
    let start = position
    hertz(&value)
    require(value > 0, at: start)
  }

  /// Codes a length of time, not below zero.
  mutating func duration(_ value: inout Int64) {
    let start = position
    microseconds(&value)
    require(value >= 0, at: start)
  }
}
