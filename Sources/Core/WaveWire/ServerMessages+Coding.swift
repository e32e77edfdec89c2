extension Welcome: Payload {
  static let tag: UInt16 = 64

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: version)
    bytes.append(littleEndian: sourceCount)
    bytes.append(littleEndian: serverMicroseconds)
    bytes.append(littleEndian: wallMicroseconds)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      version: try cursor.integer(bytes), sourceCount: try cursor.integer(bytes),
      serverMicroseconds: try cursor.microseconds(bytes),
      wallMicroseconds: cursor.position < cursor.end ? try cursor.microseconds(bytes) : 0)
  }
}

extension ClockReply: Payload {
  static let tag: UInt16 = 66

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: clientMicroseconds)
    bytes.append(littleEndian: serverMicroseconds)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      clientMicroseconds: try cursor.microseconds(bytes), serverMicroseconds: try cursor.microseconds(bytes))
  }
}

extension AxisInfo: Payload {
  static let tag: UInt16 = 67

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: axis)
    bytes.append(littleEndian: columns)
    bytes.append(littleEndian: lowHertz)
    bytes.append(littleEndian: highHertz)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let axis: UInt16 = try cursor.integer(bytes)
    let columnsByte = cursor.position
    let columns = try cursor.columns(bytes)
    guard columns > 0 else { throw .invalid(byte: columnsByte) }
    let bandByte = cursor.position
    let lowHertz = try cursor.hertz(bytes)
    let highHertz = try cursor.hertz(bytes)
    guard lowHertz < highHertz else { throw .invalid(byte: bandByte) }
    self.init(axis: axis, columns: columns, lowHertz: lowHertz, highHertz: highHertz)
  }
}

extension MeterMessage: Payload {
  static let tag: UInt16 = 69

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(flags.rawValue)
    bytes.append(littleEndian: millibels)
    bytes.append(littleEndian: sequence)
    bytes.append(littleEndian: startMicroseconds)
    bytes.append(littleEndian: durationMicroseconds)
    bytes.append(littleEndian: skipped)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      view: try cursor.integer(bytes), flags: RowFlags(rawValue: try cursor.integer(bytes)),
      millibels: try cursor.integer(bytes), sequence: try cursor.integer(bytes),
      startMicroseconds: try cursor.microseconds(bytes), durationMicroseconds: try cursor.integer(bytes),
      skipped: try cursor.integer(bytes))
  }
}

extension TimeMap: Payload {
  static let tag: UInt16 = 70

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: serverMicroseconds)
    bytes.append(littleEndian: recordedMicroseconds)
    bytes.append(littleEndian: speed)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      source: try cursor.integer(bytes), serverMicroseconds: try cursor.microseconds(bytes),
      recordedMicroseconds: try cursor.microseconds(bytes),
      speed: try cursor.double(bytes, limit: WireLimits.speed))
  }
}

extension Fetched: Payload {
  static let tag: UInt16 = 71

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: fromMicroseconds)
    bytes.append(littleEndian: oldestMicroseconds)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      view: try cursor.integer(bytes), fromMicroseconds: try cursor.microseconds(bytes),
      oldestMicroseconds: try cursor.microseconds(bytes))
  }
}

extension Artefacts: Payload {
  static let tag: UInt16 = 72

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: spikeHertz)
    bytes.append(littleEndian: imageHertz)
    bytes.append(littleEndian: imageOfHertz)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      source: try cursor.integer(bytes), spikeHertz: try cursor.double(bytes),
      imageHertz: try cursor.double(bytes), imageOfHertz: try cursor.double(bytes))
  }
}

extension Notice: Payload {
  static let tag: UInt16 = 73

  var reservedBytes: Int { 7 + text.count }

  func append(to bytes: inout [UInt8]) {
    bytes.append(severity.rawValue)
    bytes.append(text: text)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let severityByte = cursor.position
    guard let severity = Severity(rawValue: try cursor.integer(bytes)) else {
      throw .invalid(byte: severityByte)
    }
    self.init(severity: severity, text: try cursor.text(bytes))
  }
}
