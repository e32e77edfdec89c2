import WaveWire

extension FieldCoder {
  /// Codes one of several cases by its number; where that is unknown, the fault is told at `start`.
  mutating func choice<T: RawRepresentable>(_ value: inout T, from start: Int) throws(WireError)
  where T.RawValue: FixedWidthInteger & BitwiseCopyable {
    var raw = value.rawValue
    try integer(&raw)
    guard Self.isReading else { return }
    guard let known = T(rawValue: raw) else { throw .invalid(byte: start) }
    value = known
  }

  /// Codes samples in a second, above zero.
  mutating func sampleRate(_ value: inout Double) throws(WireError) {
    let start = position
    try hertz(&value)
    try require(value > 0, at: start)
  }

  /// Codes a length of time, not below zero.
  mutating func duration(_ value: inout Int64) throws(WireError) {
    let start = position
    try microseconds(&value)
    try require(value >= 0, at: start)
  }
}
