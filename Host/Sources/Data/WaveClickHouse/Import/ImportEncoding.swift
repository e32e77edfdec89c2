import WaveTableFormats
import WaveTables

/// The encoding of a column's values in a ClickHouse type.
struct ImportEncoding: Equatable, Sendable {
  /// The binary format of a value.
  enum Form: Equatable, Sendable {
    /// An integer of `bytes` bytes, divided by a divisor and then multiplied by a factor.
    case integer(bytes: Int, factor: Int64, divisor: Int64)
    case single
    case double
    case text
    case fixedText(byteCount: Int)
  }

  let form: Form
  /// Whether each value is preceded by a byte that states whether the value is missing.
  let isNullable: Bool

  /// Writes a cell, or a missing value if the cell is not of the column's kind.
  func write(_ cell: WholeRows.Row.Cell, of row: WholeRows.Row, to writer: inout RowBinaryWriter) {
    switch (form, cell) {
    case (.integer(let bytes, let factor, let divisor), .integer(let value)):
      if isNullable { writer.isMissing(false) }
      let whole = value / divisor &* factor
      switch bytes {
      case 1: writer.integer(UInt8(truncatingIfNeeded: whole))
      case 2: writer.integer(UInt16(truncatingIfNeeded: whole))
      case 4: writer.integer(UInt32(truncatingIfNeeded: whole))
      default: writer.integer(whole)
      }
    case (.single, .real(let value)): number(Float(value), to: &writer)
    case (.single, .integer(let value)): number(Float(value), to: &writer)
    case (.double, .real(let value)): number(value, to: &writer)
    case (.double, .integer(let value)): number(Double(value), to: &writer)
    case (.text, .text(let range)):
      if isNullable { writer.isMissing(false) }
      writer.text(row.texts[range])
    case (.fixedText(let count), .text(let range)):
      if isNullable { writer.isMissing(false) }
      writer.raw(row.texts[range])
      for _ in 0..<max(0, count - range.count) { writer.integer(UInt8(0)) }
    default: writer.isMissing(true)
    }
  }

  private func number(_ value: Float, to writer: inout RowBinaryWriter) {
    if isNullable { writer.isMissing(false) }
    writer.float(value)
  }

  private func number(_ value: Double, to writer: inout RowBinaryWriter) {
    if isNullable { writer.isMissing(false) }
    writer.double(value)
  }

  /// Returns the encoding that writes a column into an existing column of the table.
  ///
  /// - Parameters:
  ///   - column: The contents to write.
  ///   - type: The type of the existing column.
  /// - Returns: The encoding, or the reason every encoding would lose information.
  static func fit(_ column: ImportColumn, _ type: ClickHouseType) -> Result<ImportEncoding, Misfit> {
    if column.emptyCount > 0, !type.isNullable {
      return .failure(
        Misfit("\(column.name) has \(column.emptyCount) missing values, but the table's is not Nullable"))
    }
    guard let form = form(column, type.bare) else {
      let kind =
        column.kind == .time
        ? "times" : column.kind == .text ? "texts" : column.kind == .real ? "numbers" : "whole numbers"
      let range = column.range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? ""
      return .failure(
        Misfit("\(column.name) has \(kind)\(range), which the table's type cannot store exactly"))
    }
    return .success(ImportEncoding(form: form, isNullable: type.isNullable))
  }

  /// The reason a column cannot be written without losing information.
  struct Misfit: Error, Equatable {
    let words: String
    init(_ words: String) { self.words = words }
  }

  private static func form(_ column: ImportColumn, _ type: ClickHouseType) -> Form? {
    let range = column.range ?? 0...0
    switch (column.kind, type) {
    case (.integer, .integer(let bits, let isSigned)), (.time, .integer(let bits, let isSigned)):
      return holds(range, bits: bits, isSigned: isSigned)
        ? .integer(bytes: bits / 8, factor: 1, divisor: 1) : nil
    case (.integer, .float(let bits)):
      let limit: Int64 = bits == 64 ? 1 << 53 : 1 << 24
      return range.lowerBound >= -limit && range.upperBound <= limit ? (bits == 64 ? .double : .single) : nil
    case (.integer, .bool):
      return range.lowerBound >= 0 && range.upperBound <= 1 ? .integer(bytes: 1, factor: 1, divisor: 1) : nil
    case (.real, .float(let bits)): return bits == 64 ? .double : column.isSingle ? .single : nil
    case (.text, .string): return .text
    case (.text, .fixedString(let count)):
      return column.textBytes <= count ? .fixedText(byteCount: count) : nil
    case (.time, _): return time(column, range, type)
    default: return nil
    }
  }

  private static func time(_ column: ImportColumn, _ range: ClosedRange<Int64>, _ type: ClickHouseType)
    -> Form?
  {
    guard let perSecond = column.timeUnit?.perSecond else { return nil }
    let seconds = floor(range.lowerBound, perSecond)...floor(range.upperBound, perSecond)
    switch type {
    case .dateTime:
      return column.isOfSeconds && seconds.lowerBound >= 0 && seconds.upperBound <= Int64(UInt32.max)
        ? .integer(bytes: 4, factor: 1, divisor: perSecond) : nil
    case .date:
      let days = 0...Int64(UInt16.max)
      return column.isOfDays && days.contains(seconds.lowerBound / 86_400) && seconds.lowerBound >= 0
        && days.contains(seconds.upperBound / 86_400)
        ? .integer(bytes: 2, factor: 1, divisor: 86_400 * perSecond) : nil
    case .dateTime64(let digits, _):
      // The type's range is 1900 to 2299; in nanoseconds, 64 bits end in 2262.
      guard seconds.lowerBound >= -2_208_988_800, seconds.upperBound < 10_413_792_000 else { return nil }
      let ticks = (0..<digits).reduce(Int64(1)) { power, _ in power * 10 }
      guard ticks >= perSecond || (digits == 0 && column.isOfSeconds) else { return nil }
      let factor = max(1, ticks / perSecond)
      let isHeld = [range.lowerBound, range.upperBound].allSatisfy {
        !$0.multipliedReportingOverflow(by: factor).overflow
      }
      return isHeld ? .integer(bytes: 8, factor: factor, divisor: max(1, perSecond / ticks)) : nil
    default: return nil
    }
  }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  private static func holds(_ range: ClosedRange<Int64>, bits: Int, isSigned: Bool) -> Bool {
    guard bits <= 64 else { return false }
    if bits == 64 { return isSigned || range.lowerBound >= 0 }
    let limit = Int64(1) << (isSigned ? bits - 1 : bits)
    return range.lowerBound >= (isSigned ? -limit : 0) && range.upperBound < limit
  }

  /// Returns the type for a new column with the given contents.
  ///
  /// - Parameters:
  ///   - column: The contents of the new column.
  ///   - hasParts: Whether the server has a type for fractions of seconds.
  /// - Returns: The name of a ClickHouse type.
  static func type(for column: ImportColumn, hasParts: Bool) -> String {
    var name: String
    switch column.kind {
    case .integer: name = "Int64"
    case .real: name = "Float64"
    case .text, .other: name = "String"
    case .time:
      let digits =
        [.seconds: 0, .milliseconds: 3, .microseconds: 6, .nanoseconds: 9][column.timeUnit ?? .seconds] ?? 0
      var names = ["DateTime('UTC')"]
      if hasParts { names.insert("DateTime64(\(digits), 'UTC')", at: digits == 0 ? 1 : 0) }
      name = names.first { form(column, ClickHouseType($0)) != nil } ?? "Int64"
    }
    if column.emptyCount > 0 { name = "Nullable(\(name))" }
    return name
  }
}
