/// How many rows fall into each cell of some lines of a scatter plot (tag 140); the lines of a grid come from the top down.
public struct ScatterPart: Equatable, Sendable {
  /// The request's number.
  public var request: UInt16
  /// Which table.
  public var source: UInt16
  /// Cells across the whole grid.
  public var columns: UInt16
  /// Cells upright in the whole grid.
  public var rows: UInt16
  /// The first line that is told.
  public var first: UInt16
  /// Rows in all cells of the grid.
  public var insideCount: UInt64
  /// Rows with both values beyond its edges.
  public var outsideCount: UInt64
  /// Rows without one of the values.
  public var missingCount: UInt64
  /// Pearson's correlation of all rows with both values, in the grid or not; NaN where there is none.
  public var correlation: Double
  /// Rows in each cell, whole lines.
  public var counts: [UInt32]

  /// Describes lines of a grid.
  public init(
    request: UInt16, source: UInt16, columns: UInt16, rows: UInt16, first: UInt16, insideCount: UInt64,
    outsideCount: UInt64, missingCount: UInt64, correlation: Double, counts: [UInt32]
  ) {
    self.request = request
    self.source = source
    self.columns = columns
    self.rows = rows
    self.first = first
    self.insideCount = insideCount
    self.outsideCount = outsideCount
    self.missingCount = missingCount
    self.correlation = correlation
    self.counts = counts
  }
}

extension ScatterPart {
  /// A grid's lines in as many parts as fit into messages.
  ///
  /// - Parameter whole: The grid, all of its lines in `counts`.
  /// - Returns: Parts from the top down.
  /// - Complexity: O(cells); one allocation for each part.
  public static func parts(of whole: ScatterPart) -> [ScatterPart] {
    let columns = Swift.max(1, Int(whole.columns))
    var parts: [ScatterPart] = []
    var part = whole
    part.counts = []
    var room = WireLimits.scatterBytes
    for line in 0..<whole.counts.count / columns {
      let cells = whole.counts[line * columns..<(line + 1) * columns]
      // A zero opens a run, which is told in three bytes at most.
      let most = cells.reduce(0) { $0 + ($1 == 0 ? 3 : $1 < 128 ? 1 : 5) }
      if most > room, !part.counts.isEmpty {
        parts.append(part)
        part.first = UInt16(truncatingIfNeeded: line)
        part.counts = []
        room = WireLimits.scatterBytes
      }
      part.counts += cells
      room -= most
    }
    parts.append(part)
    return parts
  }
}

extension ScatterPart: Payload {
  static let tag: UInt16 = 140

  var reservedBytes: Int { 64 + counts.count }

  func append(to bytes: inout [UInt8]) {
    for number in [request, source, columns, rows, first] { bytes.append(littleEndian: number) }
    for count in [insideCount, outsideCount, missingCount] { bytes.append(littleEndian: count) }
    bytes.append(littleEndian: correlation)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: counts.count / Swift.max(1, Int(columns))))
    // Most cells are empty: a zero is followed by how many more there are.
    var index = 0
    while index < counts.count {
      bytes.append(variable: counts[index])
      guard counts[index] == 0 else {
        index += 1
        continue
      }
      var end = index + 1
      while end < counts.count, counts[end] == 0 { end += 1 }
      bytes.append(variable: UInt32(truncatingIfNeeded: end - index - 1))
      index = end
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let (columns, rows) = try cursor.scatterCells(bytes)
    let first: UInt16 = try cursor.integer(bytes)
    let insideCount: UInt64 = try cursor.integer(bytes)
    let outsideCount: UInt64 = try cursor.integer(bytes)
    let missingCount: UInt64 = try cursor.integer(bytes)
    let correlation = try cursor.double(bytes)
    let start = cursor.position
    let lines: UInt16 = try cursor.integer(bytes)
    guard Int(first) + Int(lines) <= Int(rows) else { throw .invalid(byte: start) }
    let cells = Int(lines) * Int(columns)
    var counts: [UInt32] = []
    counts.reserveCapacity(cells)
    while counts.count < cells {
      let byte = cursor.position
      let count = try cursor.variable(bytes)
      counts.append(count)
      guard count == 0 else { continue }
      let more = Int(try cursor.variable(bytes))
      guard more <= cells - counts.count else { throw .invalid(byte: byte) }
      for _ in 0..<more { counts.append(0) }
    }
    self.init(
      request: request, source: source, columns: columns, rows: rows, first: first, insideCount: insideCount,
      outsideCount: outsideCount, missingCount: missingCount, correlation: correlation, counts: counts)
  }
}

extension [UInt8] {
  /// Appends a number, seven bits in a byte, the lowest first; all bytes but the last have their highest bit set.
  fileprivate mutating func append(variable number: UInt32) {
    var rest = number
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension ByteCursor {
  fileprivate mutating func variable(_ bytes: RawSpan) throws(WireError) -> UInt32 {
    let start = position
    var number: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 35, by: 7) {
      let byte: UInt8 = try integer(bytes)
      number |= UInt64(byte & 0x7F) << shift
      guard byte & 0x80 != 0 else {
        guard let found = UInt32(exactly: number) else { throw .invalid(byte: start) }
        return found
      }
    }
    throw .invalid(byte: start)
  }
}
