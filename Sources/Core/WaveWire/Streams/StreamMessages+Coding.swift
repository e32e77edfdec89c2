extension StreamsHello: Payload {
  static let tag: UInt16 = 16

  func append(to bytes: inout [UInt8]) { bytes.append(littleEndian: version) }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(version: try cursor.integer(bytes))
  }
}

extension ShowStreams: Payload {
  static let tag: UInt16 = 17

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: source)
    bytes.append(isShowing ? 1 : 0)
    bytes.append(messagesPerSecond)
    bytes.append(littleEndian: columnMicroseconds)
    bytes.append(littleEndian: delayMicroseconds)
    bytes.append(littleEndian: fromMicroseconds)
    for index in 0..<4 { bytes.append(littleEndian: channels.words[index]) }
    bytes.append(littleEndian: windowMicroseconds)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let flagByte = cursor.position
    let flag: UInt8 = try cursor.integer(bytes)
    guard flag <= 1 else { throw .invalid(byte: flagByte) }
    let rateByte = cursor.position
    let messagesPerSecond: UInt8 = try cursor.integer(bytes)
    guard (1...WireLimits.rowsPerSecond).contains(Int(messagesPerSecond)) else {
      throw .invalid(byte: rateByte)
    }
    let columnByte = cursor.position
    let columnMicroseconds = try cursor.double(bytes, limit: Double(WireLimits.microseconds))
    guard columnMicroseconds > 0 else { throw .invalid(byte: columnByte) }
    let delayByte = cursor.position
    let delayMicroseconds = try cursor.microseconds(bytes)
    guard delayMicroseconds >= 0 else { throw .invalid(byte: delayByte) }
    let fromMicroseconds = try cursor.microseconds(bytes)
    var words = SIMD4<UInt64>(repeating: 0)
    for index in 0..<4 { words[index] = try cursor.integer(bytes) }
    let windowByte = cursor.position
    let windowMicroseconds = try cursor.microseconds(bytes)
    guard windowMicroseconds >= 0 else { throw .invalid(byte: windowByte) }
    self.init(
      view: view, source: source, isShowing: flag == 1, messagesPerSecond: messagesPerSecond,
      columnMicroseconds: columnMicroseconds, delayMicroseconds: delayMicroseconds,
      fromMicroseconds: fromMicroseconds, channels: ChannelSet(words: words),
      windowMicroseconds: windowMicroseconds)
  }
}

extension SetMark: Payload {
  static let tag: UInt16 = 18

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: mark)
    bytes.append(group)
    bytes.append(littleEndian: sequence)
    bytes.append(text: text, limit: WireLimits.markText)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      source: try cursor.integer(bytes), mark: try cursor.integer(bytes), group: try cursor.integer(bytes),
      sequence: try cursor.integer(bytes), text: try cursor.text(bytes, limit: WireLimits.markText))
  }
}

extension StreamSource: Payload {
  static let tag: UInt16 = 96

  var reservedBytes: Int { 512 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: flags.rawValue)
    bytes.append(littleEndian: recordingSeconds)
    bytes.append(text: name)
    bytes.append(text: detail)
    let shown = groups.prefix(WireLimits.streamGroups)
    bytes.append(UInt8(truncatingIfNeeded: shown.count))
    var left = WireLimits.channels
    for group in shown {
      let channels = group.channels.prefix(left)
      left -= channels.count
      bytes.append(littleEndian: group.rateHertz)
      bytes.append(littleEndian: UInt16(truncatingIfNeeded: channels.count))
      for channel in channels {
        bytes.append(text: channel.label, limit: WireLimits.channelLabel)
        bytes.append(text: channel.unit, limit: WireLimits.channelUnit)
        bytes.append(littleEndian: channel.low)
        bytes.append(littleEndian: channel.high)
        bytes.append(channel.lead?.rawValue ?? 0)
      }
    }
    if recordingStartMicroseconds != 0 { bytes.append(littleEndian: recordingStartMicroseconds) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let flags = Flags(rawValue: try cursor.integer(bytes))
    let secondsByte = cursor.position
    let recordingSeconds = try cursor.double(bytes, limit: WireLimits.seconds)
    guard recordingSeconds >= 0 else { throw .invalid(byte: secondsByte) }
    let name = try cursor.text(bytes)
    let detail = try cursor.text(bytes)
    let groupCount = try cursor.count(bytes, limit: WireLimits.streamGroups)
    var groups: [Group] = []
    groups.reserveCapacity(groupCount)
    var left = WireLimits.channels
    for _ in 0..<groupCount {
      let rateByte = cursor.position
      let rateHertz = try cursor.hertz(bytes)
      guard rateHertz > 0 else { throw .invalid(byte: rateByte) }
      let countByte = cursor.position
      let count = Int(try cursor.integer(bytes) as UInt16)
      guard count <= left else { throw .tooLong(byte: countByte, length: count, limit: left) }
      left -= count
      var channels: [StreamChannel] = []
      channels.reserveCapacity(count)
      for _ in 0..<count { channels.append(try StreamChannel(&cursor, bytes)) }
      groups.append(Group(rateHertz: rateHertz, channels: channels))
    }
    let start = cursor.position < cursor.end ? try cursor.microseconds(bytes) : 0
    self.init(
      source: source, flags: flags, recordingSeconds: recordingSeconds, recordingStartMicroseconds: start,
      name: name, detail: detail, groups: groups)
  }
}

extension StreamChannel {
  fileprivate init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let label = try cursor.text(bytes, limit: WireLimits.channelLabel)
    let unit = try cursor.text(bytes, limit: WireLimits.channelUnit)
    let low = Float(bitPattern: try cursor.integer(bytes))
    let high = Float(bitPattern: try cursor.integer(bytes))
    let leadByte = cursor.position
    let code: UInt8 = try cursor.integer(bytes)
    let lead = ECGLead(rawValue: code)
    guard code == 0 || lead != nil else { throw .invalid(byte: leadByte) }
    self.init(label: label, unit: unit, low: low, high: high, lead: lead)
  }
}

extension StreamColumns: Payload {
  static let tag: UInt16 = 97

  /// Bytes before the values.
  static let fixedBytes = 26

  var reservedBytes: Int { Self.fixedBytes + values.count * 4 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: source)
    bytes.append(group)
    bytes.append(level)
    bytes.append((isFetched ? 1 : 0) | (hasSkipped ? 2 : 0) | (isAnew ? 4 : 0))
    bytes.append(channelCount)
    bytes.append(littleEndian: firstBlock)
    bytes.append(littleEndian: blockCount)
    bytes.append(littleEndian: arrivalMicroseconds)
    for value in values { bytes.append(littleEndian: value) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let group: UInt8 = try cursor.integer(bytes)
    let levelByte = cursor.position
    let level: UInt8 = try cursor.integer(bytes)
    guard level <= WireLimits.streamLevel else { throw .invalid(byte: levelByte) }
    let flags: UInt8 = try cursor.integer(bytes)
    let channelCount: UInt8 = try cursor.integer(bytes)
    let blockByte = cursor.position
    let firstBlock: UInt64 = try cursor.integer(bytes)
    let blockCount: UInt16 = try cursor.integer(bytes)
    // Sums with a count of blocks stay far from overflow.
    guard firstBlock < (1 << 62) >> UInt64(level) else { throw .invalid(byte: blockByte) }
    let arrivalMicroseconds = try cursor.microseconds(bytes)
    let count = Int(channelCount) * Int(blockCount) * (level == 0 ? 1 : 2)
    let start = try cursor.take(count * 4)
    let values = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let bits = bytes.unsafeLoadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        buffer.initializeElement(at: index, to: Float(bitPattern: UInt32(littleEndian: bits)))
      }
      initialized = count
    }
    self.init(
      view: view, source: source, group: group, level: level, isFetched: flags & 1 != 0,
      hasSkipped: flags & 2 != 0, isAnew: flags & 4 != 0, channelCount: channelCount, firstBlock: firstBlock,
      blockCount: blockCount,
      arrivalMicroseconds: arrivalMicroseconds, values: values)
  }

  /// The most blocks of so many channels that fit into one message.
  public static func blockLimit(channels: Int, level: Int) -> Int {
    let bytes = Swift.max(1, channels) * (level == 0 ? 4 : 8)
    return (WireLimits.serverMessageBytes - fixedBytes - 4) / bytes
  }
}

extension SampleTimes: Payload {
  static let tag: UInt16 = 98

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(group)
    bytes.append(reason.rawValue)
    bytes.append(littleEndian: sequence)
    bytes.append(littleEndian: microseconds)
    bytes.append(littleEndian: rateHertz)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let group: UInt8 = try cursor.integer(bytes)
    let reasonByte = cursor.position
    guard let reason = Reason(rawValue: try cursor.integer(bytes)) else { throw .invalid(byte: reasonByte) }
    let sequenceByte = cursor.position
    let sequence: UInt64 = try cursor.integer(bytes)
    guard sequence < 1 << 62 else { throw .invalid(byte: sequenceByte) }
    let microseconds = try cursor.microseconds(bytes)
    let rateByte = cursor.position
    let rateHertz = try cursor.hertz(bytes)
    guard rateHertz > 0 else { throw .invalid(byte: rateByte) }
    self.init(
      source: source, group: group, reason: reason, sequence: sequence, microseconds: microseconds,
      rateHertz: rateHertz)
  }
}

extension StreamReadings: Payload {
  static let tag: UInt16 = 99

  var reservedBytes: Int { 32 + readings.count * 17 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: receivedCount)
    bytes.append(littleEndian: missingCount)
    let shown = readings.prefix(WireLimits.channels)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: shown.count))
    for reading in shown {
      bytes.append(reading.channel)
      bytes.append(littleEndian: reading.value)
      bytes.append(littleEndian: reading.minimum)
      bytes.append(littleEndian: reading.maximum)
      bytes.append(littleEndian: reading.rootMeanSquare)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let receivedCount: UInt64 = try cursor.integer(bytes)
    let missingCount: UInt64 = try cursor.integer(bytes)
    let countByte = cursor.position
    let count = Int(try cursor.integer(bytes) as UInt16)
    guard count <= WireLimits.channels else {
      throw .tooLong(byte: countByte, length: count, limit: WireLimits.channels)
    }
    var readings: [Reading] = []
    readings.reserveCapacity(count)
    for _ in 0..<count {
      readings.append(
        Reading(
          channel: try cursor.integer(bytes), value: Float(bitPattern: try cursor.integer(bytes)),
          minimum: Float(bitPattern: try cursor.integer(bytes)),
          maximum: Float(bitPattern: try cursor.integer(bytes)),
          rootMeanSquare: Float(bitPattern: try cursor.integer(bytes))))
    }
    self.init(
      view: view, source: source, receivedCount: receivedCount, missingCount: missingCount, readings: readings
    )
  }
}

extension StreamMarks: Payload {
  static let tag: UInt16 = 100

  var reservedBytes: Int { 16 + marks.count * 32 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    let shown = marks.prefix(WireLimits.marks)
    bytes.append(littleEndian: leftOutCount &+ UInt32(truncatingIfNeeded: marks.count - shown.count))
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: shown.count))
    for mark in shown {
      bytes.append(littleEndian: mark.mark)
      bytes.append(mark.group)
      bytes.append(littleEndian: mark.sequence)
      bytes.append(text: mark.text, limit: WireLimits.markText)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let leftOutCount: UInt32 = try cursor.integer(bytes)
    let countByte = cursor.position
    let count = Int(try cursor.integer(bytes) as UInt16)
    guard count <= WireLimits.marks else {
      throw .tooLong(byte: countByte, length: count, limit: WireLimits.marks)
    }
    var marks: [Mark] = []
    marks.reserveCapacity(count)
    for _ in 0..<count {
      marks.append(
        Mark(
          mark: try cursor.integer(bytes), group: try cursor.integer(bytes),
          sequence: try cursor.integer(bytes), text: try cursor.text(bytes, limit: WireLimits.markText)))
    }
    self.init(source: source, leftOutCount: leftOutCount, marks: marks)
  }
}
