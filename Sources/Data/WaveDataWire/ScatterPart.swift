public import WaveWire

/// A part of a scatter plot's grid, with the number of table rows in each cell (tag 140).
///
/// A part consists of complete rows of cells, called lines, which are sent from top to bottom.
public struct ScatterPart: Equatable, Sendable {
  /// The number of the client's request that this message answers.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The number of cells from left to right in the whole grid.
  public var columns: UInt16 = 0
  /// The number of cells from bottom to top in the whole grid.
  public var rows: UInt16 = 0
  /// The index of the first line in this part.
  public var first: UInt16 = 0
  /// The number of rows in all cells of the grid.
  public var insideCount: UInt64 = 0
  /// The number of rows that have both values but lie outside the grid.
  public var outsideCount: UInt64 = 0
  /// The number of rows without a value in at least one of the two columns.
  public var missingCount: UInt64 = 0
  /// Pearson's correlation over all rows with values in both columns, inside and outside the grid; NaN if
  /// undefined.
  public var correlation: Double = 0
  /// The number of rows in each cell of the part, which consists of complete lines.
  public var counts: [UInt32] = []

  /// Creates a part with some lines of a grid.
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
  /// Splits a grid's lines into parts that fit in messages.
  ///
  /// - Parameter whole: The grid, with all of its lines in `counts`.
  /// - Returns: The parts, from top to bottom.
  /// - Complexity: O(cells), with one allocation for each part.
  public static func parts(of whole: ScatterPart) -> [ScatterPart] {
    let columns = Swift.max(1, Int(whole.columns))
    var parts: [ScatterPart] = []
    var part = whole
    part.counts = []
    var room = WireLimits.scatterBytes
    for line in 0..<whole.counts.count / columns {
      let cells = whole.counts[line * columns..<(line + 1) * columns]
      // A run of zeros needs at most three bytes per zero.
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
  @usableFromInline package static let tag: UInt16 = 140

  @usableFromInline package var reservedBytes: Int { 64 + counts.count }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.scatterCells(&columns, &rows)
    coder.integer(&first)
    coder.integer(&insideCount)
    coder.integer(&outsideCount)
    coder.integer(&missingCount)
    coder.double(&correlation)
    let start = coder.position
    var lines = UInt16(truncatingIfNeeded: counts.count / Swift.max(1, Int(columns)))
    coder.integer(&lines)
    coder.require(Int(first) + Int(lines) <= Int(rows), at: start)
    // Most cells are empty, so each zero is followed by the number of further zeros.
    if C.isReading {
      readRuns(&coder, cells: Int(lines) * Int(columns))
    } else {
      writeRuns(&coder)
    }
  }

  private mutating func readRuns<C: FieldCoder>(_ coder: inout C, cells: Int) {
    counts = []
    counts.reserveCapacity(cells)
    while counts.count < cells, coder.isSound {
      let start = coder.position
      var count: UInt32 = 0
      coder.variable(&count)
      counts.append(count)
      guard count == 0 else { continue }
      var more: UInt32 = 0
      coder.variable(&more)
      // Compare as `UInt32`, because `Int` has only 32 bits in the web client.
      guard more <= UInt32(cells - counts.count) else { return coder.refuse(.invalid(byte: start)) }
      for _ in 0..<more { counts.append(0) }
    }
  }

  private func writeRuns<C: FieldCoder>(_ coder: inout C) {
    var index = 0
    while index < counts.count {
      var count = counts[index]
      coder.variable(&count)
      index += 1
      guard count == 0 else { continue }
      let next = index
      while index < counts.count, counts[index] == 0 { index += 1 }
      var more = UInt32(truncatingIfNeeded: index - next)
      coder.variable(&more)
    }
  }
}

extension FieldCoder {
  /// Encodes or decodes an integer with seven bits per byte, lowest bits first.
  ///
  /// The highest bit is set in all bytes but the last.
  fileprivate mutating func variable(_ number: inout UInt32) {
    let start = position
    var rest = number
    var found: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 35, by: 7) {
      var byte = UInt8(truncatingIfNeeded: rest & 0x7F) | (rest < 0x80 ? 0 : 0x80)
      integer(&byte)
      rest >>= 7
      found |= UInt64(byte & 0x7F) << shift
      guard byte & 0x80 == 0 else { continue }
      guard let whole = UInt32(exactly: found) else { return refuse(.invalid(byte: start)) }
      number = whole
      return
    }
    refuse(.invalid(byte: start))
  }
}
