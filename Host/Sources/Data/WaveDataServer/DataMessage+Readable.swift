import WaveDataWire
import WaveWire

extension TableAxis {
  /// The axis with its numbers clamped to the limits of the wire format.
  var readable: TableAxis {
    var made = self
    made.from = max(-WireLimits.ticks, min(WireLimits.ticks - 1, from))
    made.until = max(made.from + 1, min(WireLimits.ticks, until))
    made.offset = offset.isNaN ? 0 : max(-WireLimits.tableValue, min(WireLimits.tableValue, offset))
    made.step = step.isNaN ? 1 : max(-WireLimits.tableValue, min(WireLimits.tableValue, step))
    return made
  }
}

extension DataMessage {
  /// The message with its ticks and x values clamped to the limits of the wire format, since files and
  /// engines can contain larger numbers.
  var readable: DataMessage {
    switch self {
    case .axis(let axis): return .axis(axis.readable)
    case .row(var row):
      row.tick = max(-WireLimits.ticks, min(WireLimits.ticks, row.tick))
      return .row(row)
    default: return self
    }
  }
}
