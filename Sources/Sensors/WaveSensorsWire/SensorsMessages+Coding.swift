public import WaveWire

extension SensorsHello: Payload {
  @usableFromInline package static let tag: UInt16 = 16

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { coder.integer(&version) }
}

extension ShowStreams: Payload {
  @usableFromInline package static let tag: UInt16 = 17

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&source)
    let flagStart = coder.position
    var flag: UInt8 = isShowing ? 1 : 0
    coder.integer(&flag)
    coder.require(flag <= 1, at: flagStart)
    isShowing = flag == 1
    let rateStart = coder.position
    coder.integer(&messagesPerSecond)
    coder.require((1...WireLimits.rowsPerSecond).contains(Int(messagesPerSecond)), at: rateStart)
    let columnStart = coder.position
    coder.double(&columnMicroseconds, limit: Double(WireLimits.microseconds))
    coder.require(columnMicroseconds > 0, at: columnStart)
    coder.duration(&delayMicroseconds)
    coder.microseconds(&fromMicroseconds)
    var words = channels.words
    for index in 0..<4 { coder.integer(&words[index]) }
    channels = ChannelSet(words: words)
    coder.duration(&windowMicroseconds)
  }
}

extension SetMark: Payload {
  @usableFromInline package static let tag: UInt16 = 18

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.integer(&mark)
    coder.integer(&group)
    coder.integer(&sequence)
    coder.text(&text, limit: WireLimits.markText)
  }
}

extension StreamSource: Payload {
  @usableFromInline package static let tag: UInt16 = 96

  @usableFromInline package var reservedBytes: Int { 512 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.flags(&flags)
    let secondsStart = coder.position
    coder.double(&recordingSeconds, limit: WireLimits.seconds)
    coder.require(recordingSeconds >= 0, at: secondsStart)
    coder.text(&name)
    coder.text(&detail)
    let count = coder.count(groups.count, as: UInt8.self, limit: WireLimits.streamGroups)
    if C.isReading { groups = [Group](repeating: Group(blank: ()), count: count) }
    var left = WireLimits.channels
    for index in 0..<count { groups[index].fields(&coder, left: &left) }
    if coder.hasMore(recordingStartMicroseconds != 0) { coder.microseconds(&recordingStartMicroseconds) }
  }
}

extension StreamSource.Group {
  fileprivate init(blank: Void) {}

  /// Encodes or decodes a group.
  ///
  /// `left` is the number of channels that are still allowed in the message; the group's channels are
  /// subtracted from it.
  fileprivate mutating func fields<C: FieldCoder>(_ coder: inout C, left: inout Int) {
    coder.sampleRate(&rateHertz)
    let count = coder.count(channels.count, as: UInt16.self, limit: left)
    left -= count
    coder.elements(&channels, count: count)
  }
}

extension StreamChannel: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.text(&label, limit: WireLimits.channelLabel)
    coder.text(&unit, limit: WireLimits.channelUnit)
    coder.float(&low)
    coder.float(&high)
    let start = coder.position
    var code = lead?.rawValue ?? 0
    coder.integer(&code)
    lead = ECGLead(rawValue: code)
    coder.require(code == 0 || lead != nil, at: start)
  }
}

extension StreamColumns: Payload {
  @usableFromInline package static let tag: UInt16 = 97

  /// The size in bytes of the encoded fields that precede the values.
  static let fixedBytes = 26

  @usableFromInline package var reservedBytes: Int { Self.fixedBytes + values.count * 4 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&source)
    coder.integer(&group)
    let levelStart = coder.position
    coder.integer(&level)
    coder.require(level <= WireLimits.streamLevel, at: levelStart)
    var flags: UInt8 = (isFetched ? 1 : 0) | (hasSkipped ? 2 : 0) | (replacesEarlier ? 4 : 0)
    coder.integer(&flags)
    isFetched = flags & 1 != 0
    hasSkipped = flags & 2 != 0
    replacesEarlier = flags & 4 != 0
    coder.integer(&channelCount)
    let blockStart = coder.position
    coder.integer(&firstBlock)
    coder.integer(&blockCount)
    // This rules out overflow when a block count is added.
    coder.require(firstBlock < (1 << 62) >> UInt64(level), at: blockStart)
    coder.microseconds(&arrivalMicroseconds)
    // A writer writes all values, even if they do not match the counts.
    let count = C.isReading ? Int(channelCount) * Int(blockCount) * valuesPerBlock : values.count
    coder.floats(&values, count: count)
  }

  /// Returns the maximum number of blocks that fit into one message with the given number of channels.
  public static func blockLimit(channels: Int, level: Int) -> Int {
    let bytes = Swift.max(1, channels) * (level == 0 ? 4 : 8)
    return (WireLimits.serverMessageBytes - fixedBytes - 4) / bytes
  }
}

extension SampleTimes: Payload {
  @usableFromInline package static let tag: UInt16 = 98

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.integer(&group)
    coder.choice(&reason)
    let start = coder.position
    coder.integer(&sequence)
    coder.require(sequence < 1 << 62, at: start)
    coder.microseconds(&microseconds)
    coder.sampleRate(&rateHertz)
  }
}

extension StreamReadings: Payload {
  @usableFromInline package static let tag: UInt16 = 99

  @usableFromInline package var reservedBytes: Int { 32 + readings.count * 17 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&source)
    coder.integer(&receivedCount)
    coder.integer(&missingCount)
    let count = coder.count(readings.count, as: UInt16.self, limit: WireLimits.channels)
    coder.elements(&readings, count: count)
  }
}

extension StreamReadings.Reading: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&channel)
    coder.float(&value)
    coder.float(&minimum)
    coder.float(&maximum)
    coder.float(&rootMeanSquare)
  }
}

extension StreamMarks: Payload {
  @usableFromInline package static let tag: UInt16 = 100

  @usableFromInline package var reservedBytes: Int { 16 + marks.count * 32 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    // Marks beyond the limit of the list are counted as left out.
    if !C.isReading {
      leftOutCount &+= UInt32(truncatingIfNeeded: Swift.max(0, marks.count - WireLimits.marks))
    }
    coder.integer(&leftOutCount)
    let count = coder.count(marks.count, as: UInt16.self, limit: WireLimits.marks)
    coder.elements(&marks, count: count)
  }
}

extension StreamMarks.Mark: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&mark)
    coder.integer(&group)
    coder.integer(&sequence)
    coder.text(&text, limit: WireLimits.markText)
  }
}
