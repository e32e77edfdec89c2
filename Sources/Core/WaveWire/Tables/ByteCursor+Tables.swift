extension ByteCursor {
  /// Reads a tick of x, of a magnitude with which sums stay far from overflow.
  mutating func tick(_ bytes: RawSpan) throws(WireError) -> Int64 {
    let start = position
    let tick: Int64 = try integer(bytes)
    guard tick.magnitude <= WireLimits.ticks.magnitude else { throw .invalid(byte: start) }
    return tick
  }

  /// Reads two ticks, the second above the first.
  mutating func ticks(_ bytes: RawSpan) throws(WireError) -> (from: Int64, until: Int64) {
    let from = try tick(bytes)
    let start = position
    let until = try tick(bytes)
    guard from < until else { throw .invalid(byte: start) }
    return (from, until)
  }

  mutating func order(_ bytes: RawSpan) throws(WireError) -> TableOrder {
    let start = position
    guard let order = TableOrder(rawValue: try integer(bytes)) else { throw .invalid(byte: start) }
    return order
  }

  mutating func stage(_ bytes: RawSpan) throws(WireError) -> TableWork.Stage {
    let start = position
    guard let stage = TableWork.Stage(rawValue: try integer(bytes)) else { throw .invalid(byte: start) }
    return stage
  }
}
