import WaveWire

extension FieldCoder {
  /// Codes a tick of x, of a magnitude with which sums stay far from overflow.
  mutating func tick(_ value: inout Int64) throws(WireError) {
    let start = position
    try integer(&value)
    try require(value.magnitude <= WireLimits.ticks.magnitude, at: start)
  }

  /// Codes two ticks, the second above the first.
  mutating func ticks(_ from: inout Int64, _ until: inout Int64) throws(WireError) {
    try tick(&from)
    let start = position
    try tick(&until)
    try require(from < until, at: start)
  }

  /// Codes a lower edge of values and an upper one above it.
  mutating func edges(_ low: inout Double, _ high: inout Double) throws(WireError) {
    try double(&low, limit: WireLimits.tableValue)
    let start = position
    try double(&high, limit: WireLimits.tableValue)
    try require(low < high, at: start)
  }

  /// Codes the sides of a scatter plot's grid.
  mutating func scatterCells(_ columns: inout UInt16, _ rows: inout UInt16) throws(WireError) {
    let start = position
    try integer(&columns)
    try integer(&rows)
    try require(Swift.max(Int(columns), Int(rows)) <= WireLimits.scatterCells, at: start)
  }

  /// Codes a flag in a byte, whose other bits are left to newer versions.
  mutating func flag(_ value: inout Bool) throws(WireError) {
    var bits: UInt8 = value ? 1 : 0
    try integer(&bits)
    value = bits & 1 != 0
  }

  /// Codes a number of rows that are read at once; a greater one is refused by readers alone.
  mutating func rowsAtOnce(_ value: inout UInt8) throws(WireError) {
    let start = position
    try integer(&value)
    guard !Self.isReading || Int(value) <= WireLimits.rowsAtOnce else {
      throw .tooLong(byte: start, length: Int(value), limit: WireLimits.rowsAtOnce)
    }
  }

  /// Codes integers one by one: where the bytes end among them, the first that is not whole is told.
  mutating func each<T: FixedWidthInteger & BitwiseCopyable>(
    _ values: inout [T], count: Int
  ) throws(WireError) {
    if Self.isReading {
      values = []
      values.reserveCapacity(count)
    }
    for index in 0..<count {
      var value: T = Self.isReading ? 0 : values[index]
      try integer(&value)
      if Self.isReading { values.append(value) }
    }
  }
}
