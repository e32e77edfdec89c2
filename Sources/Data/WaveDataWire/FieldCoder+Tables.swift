import WaveWire

extension FieldCoder {
  /// Encodes or decodes a tick of the x axis, whose magnitude is limited so that sums cannot overflow.
  mutating func tick(_ value: inout Int64) {
    let start = position
    integer(&value)
    require(value.magnitude <= WireLimits.ticks.magnitude, at: start)
  }

  /// Encodes or decodes two ticks, the second of which must be above the first.
  mutating func ticks(_ from: inout Int64, _ until: inout Int64) {
    tick(&from)
    let start = position
    tick(&until)
    require(from < until, at: start)
  }

  /// Encodes or decodes the edges of a range of values, where the upper one must be above the lower one.
  mutating func edges(_ low: inout Double, _ high: inout Double) {
    double(&low, limit: WireLimits.tableValue)
    let start = position
    double(&high, limit: WireLimits.tableValue)
    require(low < high, at: start)
  }

  /// Encodes or decodes the numbers of columns and rows in a scatter plot's grid.
  mutating func scatterCells(_ columns: inout UInt16, _ rows: inout UInt16) {
    let start = position
    integer(&columns)
    integer(&rows)
    require(Swift.max(Int(columns), Int(rows)) <= WireLimits.scatterCells, at: start)
  }

  /// Encodes or decodes a flag in a byte whose other bits are reserved for future versions.
  mutating func flag(_ value: inout Bool) {
    var bits: UInt8 = value ? 1 : 0
    integer(&bits)
    value = bits & 1 != 0
  }

  /// Encodes or decodes the number of rows to read at once.
  ///
  /// Only decoding rejects a number above the limit.
  mutating func rowsAtOnce(_ value: inout UInt8) {
    let start = position
    integer(&value)
    guard !Self.isReading || Int(value) <= WireLimits.rowsAtOnce else {
      return refuse(.tooLong(byte: start, length: Int(value), limit: WireLimits.rowsAtOnce))
    }
  }

  /// Encodes or decodes an integer that must lie in a range.
  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ value: inout T, in range: ClosedRange<T>) {
    let start = position
    integer(&value)
    require(range.contains(value), at: start)
  }

  /// Encodes or decodes integers, with their number in one byte.
  ///
  /// It works one by one, so that an error gives the byte offset of the first truncated integer.
  mutating func each<T: FixedWidthInteger & BitwiseCopyable>(_ values: inout [T], limit: Int) {
    let count = count(values.count, as: UInt8.self, limit: limit)
    if Self.isReading { values = [] }
    for index in 0..<count {
      var value: T = Self.isReading ? 0 : values[index]
      integer(&value)
      if Self.isReading { values.append(value) }
    }
  }
}
