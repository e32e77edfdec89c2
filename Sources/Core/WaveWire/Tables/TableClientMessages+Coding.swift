extension TablesHello: Payload {
  static let tag: UInt16 = 32

  func append(to bytes: inout [UInt8]) { bytes.append(littleEndian: version) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(version: try cursor.integer(bytes))
  }
}

extension ShowTable: Payload {
  static let tag: UInt16 = 33

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: source)
    bytes.append(order.rawValue)
    bytes.append(littleEndian: orderColumn)
    bytes.append(littleEndian: pixels)
    bytes.append(littleEndian: from)
    bytes.append(littleEndian: until)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let order = try cursor.order(bytes)
    let orderColumn: UInt16 = try cursor.integer(bytes)
    let pixelsByte = cursor.position
    let pixels: UInt16 = try cursor.integer(bytes)
    guard (1...WireLimits.tablePixels).contains(Int(pixels)) else { throw .invalid(byte: pixelsByte) }
    let (from, until) = try cursor.ticks(bytes)
    self.init(
      view: view, source: source, order: order, orderColumn: orderColumn, pixels: pixels, from: from,
      until: until)
  }
}

extension ShowLane: Payload {
  static let tag: UInt16 = 34

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: column)
    bytes.append(lens)
    bytes.append(littleEndian: threshold)
    bytes.append(littleEndian: pixels)
    bytes.append((isOverview ? 1 : 0) | (isSecond ? 2 : 0))
    bytes.append(littleEndian: low)
    bytes.append(littleEndian: high)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let column: UInt16 = try cursor.integer(bytes)
    let lens: UInt8 = try cursor.integer(bytes)
    let threshold: UInt16 = try cursor.integer(bytes)
    let pixelsByte = cursor.position
    let pixels: UInt16 = try cursor.integer(bytes)
    guard Int(pixels) <= WireLimits.tablePixels else { throw .invalid(byte: pixelsByte) }
    let flags: UInt8 = try cursor.integer(bytes)
    let low = try cursor.double(bytes, limit: WireLimits.tableValue)
    let highByte = cursor.position
    let high = try cursor.double(bytes, limit: WireLimits.tableValue)
    guard low < high else { throw .invalid(byte: highByte) }
    self.init(
      column: column, lens: lens, threshold: threshold, pixels: pixels, isOverview: flags & 1 != 0,
      isSecond: flags & 2 != 0, low: low, high: high)
  }
}

extension ReadRow: Payload {
  static let tag: UInt16 = 35

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: tick)
    bytes.append(littleEndian: column)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      request: try cursor.integer(bytes), source: try cursor.integer(bytes), tick: try cursor.tick(bytes),
      column: try cursor.integer(bytes))
  }
}

extension StopTableWork: Payload {
  static let tag: UInt16 = 36

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(stage.rawValue)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(source: try cursor.integer(bytes), stage: try cursor.stage(bytes))
  }
}

extension ReadTable: Payload {
  static let tag: UInt16 = 45

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(isDiscarded ? 1 : 0)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let flags: UInt8 = try cursor.integer(bytes)
    self.init(source: source, isDiscarded: flags & 1 != 0)
  }
}

extension ReadRange: Payload {
  static let tag: UInt16 = 37

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: column)
    bytes.append(littleEndian: from)
    bytes.append(littleEndian: until)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let column: UInt16 = try cursor.integer(bytes)
    let (from, until) = try cursor.ticks(bytes)
    self.init(request: request, source: source, column: column, from: from, until: until)
  }
}

extension SetFilter: Payload {
  static let tag: UInt16 = 38

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(filter)
    switch kind {
    case .none: bytes.append(0)
    case .values(let column, let low, let high):
      bytes.append(1)
      bytes.append(littleEndian: column)
      bytes.append(littleEndian: low)
      bytes.append(littleEndian: high)
    case .ticks(let from, let until):
      bytes.append(2)
      bytes.append(littleEndian: from)
      bytes.append(littleEndian: until)
    case .texts(let column, let match, let isKept):
      bytes.append(3)
      bytes.append(littleEndian: column)
      bytes.append(isKept ? 1 : 0)
      match.append(to: &bytes)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let filter: UInt8 = try cursor.integer(bytes)
    let kindByte = cursor.position
    let kind: UInt8 = try cursor.integer(bytes)
    switch kind {
    case 0: self.init(source: source, filter: filter, kind: .none)
    case 1:
      let column: UInt16 = try cursor.integer(bytes)
      let low = try cursor.double(bytes, limit: WireLimits.tableValue)
      let highByte = cursor.position
      let high = try cursor.double(bytes, limit: WireLimits.tableValue)
      guard low <= high else { throw .invalid(byte: highByte) }
      self.init(source: source, filter: filter, kind: .values(column: column, low: low, high: high))
    case 2:
      let (from, until) = try cursor.ticks(bytes)
      self.init(source: source, filter: filter, kind: .ticks(from: from, until: until))
    case 3:
      let column: UInt16 = try cursor.integer(bytes)
      let flags: UInt8 = try cursor.integer(bytes)
      let match = try TextMatch(&cursor, bytes)
      self.init(source: source, filter: filter, kind: .texts(column: column, match, isKept: flags & 1 != 0))
    default: throw .invalid(byte: kindByte)
    }
  }
}

extension ExportRows: Payload {
  static let tag: UInt16 = 39

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: from)
    bytes.append(littleEndian: until)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let from = try cursor.tick(bytes)
    let untilByte = cursor.position
    let until = try cursor.tick(bytes)
    guard from <= until else { throw .invalid(byte: untilByte) }
    self.init(request: request, source: source, from: from, until: until)
  }
}

extension ReadRows: Payload {
  static let tag: UInt16 = 40

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: request)
    bytes.append(littleEndian: source)
    bytes.append(isTick ? 1 : 0)
    bytes.append(littleEndian: start)
    bytes.append(count)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let flags: UInt8 = try cursor.integer(bytes)
    let start = try cursor.tick(bytes)
    self.init(
      request: request, source: source, isTick: flags & 1 != 0, start: start,
      count: UInt8(truncatingIfNeeded: try cursor.count(bytes, limit: WireLimits.rowsAtOnce)))
  }
}
