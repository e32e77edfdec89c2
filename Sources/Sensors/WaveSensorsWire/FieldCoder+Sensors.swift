import WaveWire

extension FieldCoder {
  /// Encodes or decodes a case as its raw value; an unknown value is reported as an error at byte `start`.
  mutating func choice<T: RawRepresentable>(_ value: inout T, from start: Int)
  where T.RawValue: FixedWidthInteger & BitwiseCopyable {
    var raw = value.rawValue
    integer(&raw)
    guard Self.isReading else { return }
    guard let known = T(rawValue: raw) else { return refuse(.invalid(byte: start)) }
    value = known
  }

  /// Encodes or decodes a sample rate in hertz, which must be above zero.
  mutating func sampleRate(_ value: inout Double) {
    let start = position
    hertz(&value)
    require(value > 0, at: start)
  }

  /// Encodes or decodes a duration, which must not be negative.
  mutating func duration(_ value: inout Int64) {
    let start = position
    microseconds(&value)
    require(value >= 0, at: start)
  }
}
