import WaveDataWire
import WaveTables
import WaveUnits
import WaveWire

/// Where rows stand along x, in SQL: whole numbers of a column, or numbers on a grid between its least and
/// its greatest one.
struct TickExpression: Hashable, Sendable {
  /// Steps from the least number to the greatest, as the local engine has them.
  static let realTicks = Double(Int64(1) << 52)

  /// The tick of a row, Int64.
  let sql: String
  /// Whether a row has a tick; nil where all have.
  let valid: String?
  /// What the column is compared with.
  let column: Int
  /// Of numbers, what tick 0 is, and how far apart ticks are; nil of whole ones.
  let scale: Scale?
  /// Whether other numbers take the ticks' place, which may be any of 64 bits.
  var isStandIn = false

  struct Scale: Hashable, Sendable {
    var least: Double
    var step: Double
  }

  /// Whole numbers of a column; nil where it has others.
  init?(whole column: ClickHouseColumn, number: Int) {
    guard let whole = column.whole else { return nil }
    sql = whole
    valid = column.valid
    self.column = number
    scale = nil
  }

  /// Numbers of a column between two of them; nil where it has none.
  init?(real column: ClickHouseColumn, number: Int, least: Double, greatest: Double) {
    guard let value = column.value else { return nil }
    let range = greatest - least
    let step = range > 0 && range.isFinite ? range / Self.realTicks : 1
    let place = "((\(value) - \(SQLText.exact(least))) / \(SQLText.exact(step)))"
    // Halves are rounded away from zero, as Swift does.
    sql =
      "toInt64(floor(\(place)) + if(\(place) - floor(\(place)) >= 0.5, 1, 0))"
    valid = column.valid
    self.column = number
    scale = Scale(least: least, step: step)
  }

  /// The rows whose tick lies in a range.
  func isWithin(_ from: Int64, _ until: Int64, _ columns: [ClickHouseColumn]) -> [String] {
    var terms: [String] = []
    if let valid { terms.append(valid) }
    let column = columns[column]
    if let scale, let value = column.value {
      // A tick of room on either side, so that an index of the column helps; the ticks themselves decide.
      let low = scale.least + (Double(from) - 1) * scale.step
      let high = scale.least + Double(until) * scale.step
      // Old servers do not compare decimals with doubles; what turns one into the other keeps their order,
      // which an index knows.
      terms.append("\(value) >= \(SQLText.exact(low)) AND \(value) <= \(SQLText.exact(high))")
    } else {
      let bounds = column.isWithin(from, until)
      if !bounds.isEmpty { terms.append(bounds) }
    }
    terms.append("\(sql) >= \(from) AND \(sql) < \(until)")
    return terms
  }

  /// A value as a tick.
  func tick(of value: Double) -> Int64 {
    guard let scale else {
      return Int64(exactly: value.rounded()) ?? (value < 0 ? -WireLimits.ticks : WireLimits.ticks)
    }
    let place = (value - scale.least) / scale.step
    return Int64(saturating: max(-Self.realTicks, min(2 * Self.realTicks, place.rounded())))
  }
}

extension SQLText {
  /// A number to the last bit, which no parser of decimals has a hand in.
  static func exact(_ value: Double) -> String {
    if value.magnitude < 9e15, !(value == 0 && value.sign == .minus), let whole = Int64(exactly: value) {
      return "toFloat64(\(whole))"
    }
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for place in 0..<8 {
      let byte = UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64(place)))
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return "reinterpretAsFloat64(unhex('\(String(decoding: text, as: UTF8.self))'))"
  }
}
