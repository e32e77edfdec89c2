extension Hello: Payload {
  static let tag: UInt16 = 1

  func append(to bytes: inout [UInt8]) { bytes.append(littleEndian: version) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(version: try cursor.integer(bytes))
  }
}

extension ShowView: Payload {
  static let tag: UInt16 = 2

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: source)
    bytes.append(mode.rawValue)
    bytes.append(planes.rawValue)
    bytes.append(littleEndian: columns)
    bytes.append(rowsPerSecond)
    bytes.append(littleEndian: slotMicroseconds)
    bytes.append(littleEndian: frozenSequence)
    bytes.append(littleEndian: lowHertz)
    bytes.append(littleEndian: highHertz)
    guard let levels else { return }
    bytes.append(littleEndian: levels.bottom.bitPattern)
    bytes.append(littleEndian: levels.top.bitPattern)
    bytes.append(littleEndian: levels.rows)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let modeByte = cursor.position
    guard let mode = ViewMode(rawValue: try cursor.integer(bytes)) else { throw .invalid(byte: modeByte) }
    let hasRows = mode == .spectrum || mode == .waterfall
    let planesByte = cursor.position
    let planes = try cursor.planes(bytes)
    guard !hasRows || !planes.isEmpty else { throw .invalid(byte: planesByte) }
    let columnsByte = cursor.position
    let columns = try cursor.columns(bytes)
    guard !hasRows || columns > 0 else { throw .invalid(byte: columnsByte) }
    let rateByte = cursor.position
    let rowsPerSecond: UInt8 = try cursor.integer(bytes)
    guard (1...WireLimits.rowsPerSecond).contains(Int(rowsPerSecond)) else { throw .invalid(byte: rateByte) }
    let slotByte = cursor.position
    let slotMicroseconds: UInt32 = try cursor.integer(bytes)
    guard slotMicroseconds <= WireLimits.slotMicroseconds.upperBound,
      slotMicroseconds >= WireLimits.slotMicroseconds.lowerBound
    else { throw .invalid(byte: slotByte) }
    let frozenSequence: UInt32 = try cursor.integer(bytes)
    let bandByte = cursor.position
    let lowHertz = try cursor.hertz(bytes)
    let highHertz = try cursor.hertz(bytes)
    guard mode == .nothing || lowHertz < highHertz else { throw .invalid(byte: bandByte) }
    self.init(
      view: view, source: source, mode: mode, planes: planes, columns: columns, rowsPerSecond: rowsPerSecond,
      slotMicroseconds: slotMicroseconds, frozenSequence: frozenSequence, lowHertz: lowHertz,
      highHertz: highHertz, levels: cursor.position < cursor.end ? try LevelAxis(&cursor, bytes) : nil)
  }
}

extension LevelAxis {
  fileprivate init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let start = cursor.position
    let bottom = try cursor.decibels(bytes)
    let top = try cursor.decibels(bytes)
    guard bottom < top else { throw .invalid(byte: start) }
    self.init(bottom: bottom, top: top, rows: try cursor.integer(bytes))
  }
}

extension Acknowledge: Payload {
  static let tag: UInt16 = 3

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: liveRows)
    bytes.append(littleEndian: fetchedRows)
    bytes.append(littleEndian: sequence)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      view: try cursor.integer(bytes), liveRows: try cursor.integer(bytes),
      fetchedRows: try cursor.integer(bytes), sequence: try cursor.integer(bytes))
  }
}

extension ClockRequest: Payload {
  static let tag: UInt16 = 4

  func append(to bytes: inout [UInt8]) { bytes.append(littleEndian: clientMicroseconds) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(clientMicroseconds: try cursor.microseconds(bytes))
  }
}

extension Command: Payload {
  static let tag: UInt16 = 5

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .speed(let source, let factor):
      bytes.append(littleEndian: source)
      bytes.append(0)
      bytes.append(littleEndian: factor)
    case .seek(let source, let seconds):
      bytes.append(littleEndian: source)
      bytes.append(1)
      bytes.append(littleEndian: seconds)
    case .tune(let source, let lowHertz, let highHertz):
      bytes.append(littleEndian: source)
      bytes.append(2)
      bytes.append(littleEndian: lowHertz)
      bytes.append(littleEndian: highHertz)
    case .resetHold(let source):
      bytes.append(littleEndian: source)
      bytes.append(3)
    case .adjust(let source, let control, let value):
      bytes.append(littleEndian: source)
      bytes.append(4)
      bytes.append(control)
      bytes.append(littleEndian: value)
    case .takeControl(let source):
      bytes.append(littleEndian: source)
      bytes.append(5)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let kindByte = cursor.position
    let kind: UInt8 = try cursor.integer(bytes)
    let valueByte = cursor.position
    switch kind {
    case 0:
      let factor = try cursor.double(bytes, limit: WireLimits.speed)
      guard factor >= 0 else { throw .invalid(byte: valueByte) }
      self = .speed(source: source, factor: factor)
    case 1:
      let seconds = try cursor.double(bytes, limit: WireLimits.seconds)
      guard seconds >= 0 else { throw .invalid(byte: valueByte) }
      self = .seek(source: source, seconds: seconds)
    case 2:
      let lowHertz = try cursor.hertz(bytes)
      let highHertz = try cursor.hertz(bytes)
      guard lowHertz < highHertz else { throw .invalid(byte: valueByte) }
      self = .tune(source: source, lowHertz: lowHertz, highHertz: highHertz)
    case 3:
      self = .resetHold(source: source)
    case 4:
      let control: UInt8 = try cursor.integer(bytes)
      self = .adjust(
        source: source, control: control, value: try cursor.double(bytes, limit: WireLimits.hertz))
    case 5:
      self = .takeControl(source: source)
    default:
      throw .invalid(byte: kindByte)
    }
  }
}

extension Fetch: Payload {
  static let tag: UInt16 = 6

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: fromMicroseconds)
    bytes.append(littleEndian: untilMicroseconds)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let windowByte = cursor.position
    let from = try cursor.microseconds(bytes)
    let until = try cursor.microseconds(bytes)
    guard from <= until else { throw .invalid(byte: windowByte) }
    self.init(view: view, fromMicroseconds: from, untilMicroseconds: until)
  }
}
