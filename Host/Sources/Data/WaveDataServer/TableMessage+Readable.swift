import WaveDataWire
import WaveWire

extension TableAxis {
  /// The same with numbers that a client can read: what is beyond them is at the edge.
  var readable: TableAxis {
    var made = self
    made.from = max(-WireLimits.ticks, min(WireLimits.ticks - 1, from))
    made.until = max(made.from + 1, min(WireLimits.ticks, until))
    made.offset = offset.isNaN ? 0 : max(-WireLimits.tableValue, min(WireLimits.tableValue, offset))
    made.step = step.isNaN ? 1 : max(-WireLimits.tableValue, min(WireLimits.tableValue, step))
    return made
  }
}

extension TableMessage {
  /// The same where x and its ticks are within what a client can read: files and engines have any numbers.
  var readable: TableMessage {
    switch self {
    case .axis(let axis): return .axis(axis.readable)
    case .row(var row):
      row.tick = max(-WireLimits.ticks, min(WireLimits.ticks, row.tick))
      return .row(row)
    default: return self
    }
  }
}
