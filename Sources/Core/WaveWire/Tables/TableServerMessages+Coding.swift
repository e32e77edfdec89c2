extension TableDescription: Payload {
  static let tag: UInt16 = 128

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: flags.rawValue)
    bytes.append(littleEndian: rowCount)
    bytes.append(littleEndian: columnCount)
    bytes.append(text: name)
    bytes.append(text: detail)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let flags = Flags(rawValue: try cursor.integer(bytes))
    let rowsByte = cursor.position
    let rowCount: UInt64 = try cursor.integer(bytes)
    guard rowCount <= UInt64(WireLimits.ticks) else { throw .invalid(byte: rowsByte) }
    let columnsByte = cursor.position
    let columnCount: UInt16 = try cursor.integer(bytes)
    guard Int(columnCount) <= WireLimits.tableColumns else { throw .invalid(byte: columnsByte) }
    self.init(
      source: source, flags: flags, rowCount: rowCount, columnCount: columnCount,
      name: try cursor.text(bytes), detail: try cursor.text(bytes))
  }
}

extension TableColumns: Payload {
  static let tag: UInt16 = 129

  var reservedBytes: Int { 64 + columns.count * 96 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: first)
    let told = columns.prefix(WireLimits.toldColumns)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for column in told {
      bytes.append(column.kind.rawValue)
      bytes.append(column.timeDigits)
      bytes.append(text: column.name, limit: WireLimits.columnName)
      bytes.append(littleEndian: column.missing)
      bytes.append(littleEndian: column.minimum)
      bytes.append(littleEndian: column.maximum)
      bytes.append(littleEndian: column.mean)
      bytes.append(littleEndian: column.deviation)
      bytes.append(littleEndian: column.correlation)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let firstByte = cursor.position
    let first: UInt16 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.toldColumns)
    guard Int(first) + count <= WireLimits.tableColumns else { throw .invalid(byte: firstByte) }
    var columns: [Column] = []
    columns.reserveCapacity(count)
    for _ in 0..<count {
      let kindByte = cursor.position
      guard let kind = Kind(rawValue: try cursor.integer(bytes)) else { throw .invalid(byte: kindByte) }
      let digitsByte = cursor.position
      let timeDigits: UInt8 = try cursor.integer(bytes)
      guard timeDigits <= 9 else { throw .invalid(byte: digitsByte) }
      columns.append(
        Column(
          kind: kind, timeDigits: timeDigits, name: try cursor.text(bytes, limit: WireLimits.columnName),
          missing: try cursor.integer(bytes), minimum: try cursor.double(bytes),
          maximum: try cursor.double(bytes), mean: try cursor.double(bytes),
          deviation: try cursor.double(bytes), correlation: try cursor.double(bytes)))
    }
    self.init(source: source, first: first, columns: columns)
  }
}

extension TableWork: Payload {
  static let tag: UInt16 = 130

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(stage.rawValue)
    bytes.append(littleEndian: done)
    bytes.append(littleEndian: total)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      source: try cursor.integer(bytes), stage: try cursor.stage(bytes), done: try cursor.integer(bytes),
      total: try cursor.integer(bytes))
  }
}

extension TableAxis: Payload {
  static let tag: UInt16 = 131

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(order.rawValue)
    bytes.append(littleEndian: column)
    bytes.append(kind.rawValue)
    bytes.append(littleEndian: from)
    bytes.append(littleEndian: until)
    bytes.append(littleEndian: offset)
    bytes.append(littleEndian: step)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let order = try cursor.order(bytes)
    let column: UInt16 = try cursor.integer(bytes)
    let kindByte = cursor.position
    guard let kind = Kind(rawValue: try cursor.integer(bytes)) else { throw .invalid(byte: kindByte) }
    let (from, until) = try cursor.ticks(bytes)
    let offset = try cursor.double(bytes, limit: WireLimits.tableValue)
    let step = try cursor.double(bytes, limit: WireLimits.tableValue)
    self.init(
      source: source, order: order, column: column, kind: kind, from: from, until: until, offset: offset,
      step: step)
  }
}

extension LaneSpans: Payload {
  static let tag: UInt16 = 132

  var reservedBytes: Int { 64 + tops.count * 4 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: column)
    bytes.append(flags.rawValue)
    bytes.append(littleEndian: pixels)
    bytes.append(littleEndian: drawnCount)
    bytes.append(littleEndian: rowCount)
    bytes.append(littleEndian: wrongPixels)
    let count = Swift.min(tops.count, bottoms.count, WireLimits.tablePixels)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: count))
    for index in 0..<count {
      bytes.append(littleEndian: tops[index])
      bytes.append(littleEndian: bottoms[index])
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let column: UInt16 = try cursor.integer(bytes)
    let flags = Flags(rawValue: try cursor.integer(bytes))
    let pixels: UInt16 = try cursor.integer(bytes)
    let drawnCount: UInt64 = try cursor.integer(bytes)
    let rowCount: UInt64 = try cursor.integer(bytes)
    let wrongPixels: UInt32 = try cursor.integer(bytes)
    let countByte = cursor.position
    let count = Int(try cursor.integer(bytes) as UInt16)
    guard count <= WireLimits.tablePixels else {
      throw .tooLong(byte: countByte, length: count, limit: WireLimits.tablePixels)
    }
    guard count * 4 <= cursor.end - cursor.position else {
      throw .truncated(byte: cursor.position, needed: count * 4 - (cursor.end - cursor.position))
    }
    var tops = [Int16](repeating: Self.none, count: count)
    var bottoms = tops
    for index in 0..<count {
      let topByte = cursor.position
      tops[index] = try cursor.integer(bytes)
      bottoms[index] = try cursor.integer(bytes)
      guard tops[index] == Self.none || tops[index] < bottoms[index] else { throw .invalid(byte: topByte) }
    }
    self.init(
      view: view, column: column, flags: flags, pixels: pixels, drawnCount: drawnCount, rowCount: rowCount,
      wrongPixels: wrongPixels, tops: tops, bottoms: bottoms)
  }
}

extension ViewDone: Payload {
  static let tag: UInt16 = 133

  func append(to bytes: inout [UInt8]) { bytes.append(littleEndian: view) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(view: try cursor.integer(bytes))
  }
}

extension TableCells: Payload {
  static let tag: UInt16 = 134

  var reservedBytes: Int { 64 + cells.count * 16 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: key)
    bytes.append(littleEndian: tick)
    bytes.append(littleEndian: first)
    let told = cells.prefix(WireLimits.toldColumns)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for cell in told {
      switch cell {
      case .null: bytes.append(0)
      case .integer(let value):
        bytes.append(1)
        bytes.append(littleEndian: value)
      case .real(let value):
        bytes.append(2)
        bytes.append(littleEndian: value)
      case .text(let text):
        bytes.append(3)
        bytes.append(text: text, limit: WireLimits.cellText)
      case .bytes(let count):
        bytes.append(4)
        bytes.append(littleEndian: count)
      }
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let key: Int64 = try cursor.integer(bytes)
    let tick = try cursor.tick(bytes)
    let first: UInt16 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.toldColumns)
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    for _ in 0..<count {
      let kindByte = cursor.position
      let kind: UInt8 = try cursor.integer(bytes)
      switch kind {
      case 0: cells.append(.null)
      case 1: cells.append(.integer(try cursor.integer(bytes)))
      case 2: cells.append(.real(try cursor.double(bytes)))
      case 3: cells.append(.text(try cursor.text(bytes, limit: WireLimits.cellText)))
      case 4: cells.append(.bytes(try cursor.integer(bytes)))
      default: throw .invalid(byte: kindByte)
      }
    }
    self.init(request: request, source: source, key: key, tick: tick, first: first, cells: cells)
  }
}

extension RangeSummary: Payload {
  static let tag: UInt16 = 135

  var reservedBytes: Int { 64 + columns.count * 42 + counts.count * 4 + texts.count * 67 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: rowCount)
    let told = columns.prefix(WireLimits.toldColumns)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for column in told {
      bytes.append(littleEndian: column.column)
      bytes.append(littleEndian: column.missing)
      bytes.append(littleEndian: column.minimum)
      bytes.append(littleEndian: column.maximum)
      bytes.append(littleEndian: column.mean)
      bytes.append(littleEndian: column.deviation)
    }
    bytes.append(littleEndian: histogramColumn)
    bytes.append(littleEndian: low)
    bytes.append(littleEndian: high)
    let bins = counts.prefix(WireLimits.histogramBins)
    bytes.append(UInt8(truncatingIfNeeded: bins.count))
    for count in bins { bytes.append(littleEndian: count) }
    guard !texts.isEmpty else { return }
    let lanes = texts.prefix(WireLimits.textLanes)
    bytes.append(UInt8(truncatingIfNeeded: lanes.count))
    for lane in lanes {
      bytes.append(littleEndian: lane.column)
      bytes.append(littleEndian: lane.missingCount)
      let told = lane.counts.prefix(WireLimits.textCategories)
      bytes.append(UInt8(truncatingIfNeeded: told.count))
      for count in told { bytes.append(littleEndian: count) }
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let rowCount: UInt64 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.toldColumns)
    var columns: [Column] = []
    columns.reserveCapacity(count)
    for _ in 0..<count {
      columns.append(
        Column(
          column: try cursor.integer(bytes), missing: try cursor.integer(bytes),
          minimum: try cursor.double(bytes), maximum: try cursor.double(bytes),
          mean: try cursor.double(bytes), deviation: try cursor.double(bytes)))
    }
    let histogramColumn: UInt16 = try cursor.integer(bytes)
    let low = try cursor.double(bytes)
    let high = try cursor.double(bytes)
    let bins = try cursor.count(bytes, limit: WireLimits.histogramBins)
    var counts: [UInt32] = []
    counts.reserveCapacity(bins)
    for _ in 0..<bins { counts.append(try cursor.integer(bytes)) }
    self.init(
      request: request, source: source, rowCount: rowCount, columns: columns,
      histogramColumn: histogramColumn, low: low, high: high, counts: counts)
    // A server of an earlier release ends here.
    guard cursor.position < cursor.end else { return }
    for _ in 0..<(try cursor.count(bytes, limit: WireLimits.textLanes)) {
      var lane = Texts(column: try cursor.integer(bytes), missingCount: try cursor.integer(bytes), counts: [])
      for _ in 0..<(try cursor.count(bytes, limit: WireLimits.textCategories)) {
        lane.counts.append(try cursor.integer(bytes))
      }
      texts.append(lane)
    }
  }
}

extension ExportPart: Payload {
  static let tag: UInt16 = 136

  var reservedBytes: Int { 32 + bytes.count }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(isLast ? 1 : 0)
    bytes.append(littleEndian: done)
    bytes.append(littleEndian: total)
    let count = Swift.min(self.bytes.count, WireLimits.exportBytes)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: count))
    bytes.append(contentsOf: self.bytes[..<count])
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let flags: UInt8 = try cursor.integer(bytes)
    let done: UInt64 = try cursor.integer(bytes)
    let total: UInt64 = try cursor.integer(bytes)
    let count = Int(try cursor.integer(bytes) as UInt16)
    let start = try cursor.take(count)
    var part = [UInt8](repeating: 0, count: count)
    for index in 0..<count { part[index] = bytes.unsafeLoad(fromByteOffset: start + index, as: UInt8.self) }
    self.init(request: request, isLast: flags & 1 != 0, done: done, total: total, bytes: part)
  }
}

extension TableRows: Payload {
  static let tag: UInt16 = 137

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: first)
    bytes.append(count)
    bytes.append(littleEndian: place)
    bytes.append(littleEndian: total)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      request: try cursor.integer(bytes), source: try cursor.integer(bytes), first: try cursor.integer(bytes),
      count: UInt8(truncatingIfNeeded: try cursor.count(bytes, limit: WireLimits.rowsAtOnce)),
      place: try cursor.integer(bytes), total: try cursor.integer(bytes))
  }
}
