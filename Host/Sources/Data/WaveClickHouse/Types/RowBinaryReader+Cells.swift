public import WaveTables

extension RowBinaryReader {
  /// Reads a value as an exact table cell.
  ///
  /// A number that does not fit in 64 bits becomes text.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: Times as integers in `type.timeUnit` since 1970; decimals of up to 15 digits as numbers, and
  ///   longer ones as text; bytes that are not UTF-8 as a blob.
  /// - Throws: `ClickHouseError.brokenAnswer` if the data ends early, `typeNotRead` if the type is
  ///   unsupported.
  public mutating func cell(of type: ClickHouseType) throws(ClickHouseError) -> TableCell {
    switch type {
    case .nullable(let type): return try isMissing() ? .null : try cell(of: type)
    case .lowCardinality(let type): return try cell(of: type)
    case .integer(let bits, let isSigned): return try integerCell(bits: bits, isSigned: isSigned)
    case .float(let bits): return .real(bits == 32 ? Double(try float()) : try double())
    case .decimal(_, let scale):
      return WideInteger(try readBytes(type.byteCount ?? 0), isSigned: true).decimalCell(scale: scale)
    case .string: return Self.textCell(try text())
    case .fixedString(let count):
      let bytes = try readBytes(count)
      return Self.textCell(bytes[..<((bytes.lastIndex { $0 != 0 } ?? bytes.startIndex - 1) + 1)])
    case .date: return .integer(Int64(try integer(UInt16.self)) * 86_400)
    case .date32: return .integer(Int64(try integer(Int32.self)) * 86_400)
    case .dateTime: return .integer(Int64(try integer(UInt32.self)))
    case .dateTime64(let digits, _): return Self.timeCell(try integer(Int64.self), digits: digits)
    case .enumeration(let bits, let names):
      let number = bits == 8 ? Int16(try integer(Int8.self)) : try integer(Int16.self)
      return Self.textCell(Array((names[number] ?? "\(number)").utf8)[...])
    case .bool: return .integer(try flag() ? 1 : 0)
    case .uuid:
      let high = try integer(UInt64.self)
      return Self.textCell(Self.uuid(high: high, low: try integer(UInt64.self)))
    case .ipv4:
      let address = try integer(UInt32.self)
      let parts = [24, 16, 8, 0].map { "\(address >> UInt32($0) & 255)" }
      return Self.textCell(Array(parts.joined(separator: ".").utf8)[...])
    case .ipv6: return Self.textCell(Self.ipv6(try readBytes(16)))
    case .unread(let name): throw .typeNotRead(name)
    }
  }

  private mutating func integerCell(bits: Int, isSigned: Bool) throws(ClickHouseError) -> TableCell {
    let wide = WideInteger(try readBytes(bits / 8), isSigned: isSigned)
    return wide.int64.map { .integer($0) } ?? Self.textCell(Array(wide.description.utf8)[...])
  }

  /// Returns a cell that contains the beginning of a string.
  static func textCell(_ bytes: ArraySlice<UInt8>) -> TableCell {
    String(validating: bytes, as: UTF8.self) == nil ? .blob(byteCount: bytes.count) : TableCell(text: bytes)
  }

  /// Converts a time with `digits` decimal places of a second to the coarsest `timeUnit` that represents it
  /// exactly.
  ///
  /// The result is null if it does not fit in 64 bits.
  private static func timeCell(_ ticks: Int64, digits: Int) -> TableCell {
    var ticks = ticks
    for _ in 0..<((3 - digits % 3) % 3) {
      let (product, isOver) = ticks.multipliedReportingOverflow(by: 10)
      guard !isOver else { return .null }
      ticks = product
    }
    return .integer(ticks)
  }

  private static func uuid(high: UInt64, low: UInt64) -> ArraySlice<UInt8> {
    let digits = [high, low].flatMap { value in
      (0..<16).map { hexadecimal(UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * $0) & 15)) }
    }
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0] }
    return Array(groups.joined(separator: [UInt8(ascii: "-")]))[...]
  }

  /// Formats an IPv6 address according to RFC 5952, omitting the longest run of at least two zero groups.
  private static func ipv6(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.startIndex
    let groups = (0..<8).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
    var longest = 0..<0
    var from = 0
    while from < 8 {
      var to = from
      while to < 8, groups[to] == 0 { to += 1 }
      if to - from > max(1, longest.count) { longest = from..<to }
      from = max(to, from + 1)
    }
    func join(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    let text =
      longest.isEmpty
      ? join(groups[...]) : join(groups[..<longest.lowerBound]) + "::" + join(groups[longest.upperBound...])
    return Array(text.utf8)[...]
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
