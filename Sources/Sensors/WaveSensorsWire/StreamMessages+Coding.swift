public import WaveWire

extension StreamsHello: Payload {
  package static let tag: UInt16 = 16

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&version)
  }
}

extension ShowStreams: Payload {
  package static let tag: UInt16 = 17

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.integer(&source)
    let flagStart = coder.position
    var flag: UInt8 = isShowing ? 1 : 0
    try coder.integer(&flag)
    try coder.require(flag <= 1, at: flagStart)
    isShowing = flag == 1
    let rateStart = coder.position
    try coder.integer(&messagesPerSecond)
    try coder.require((1...WireLimits.rowsPerSecond).contains(Int(messagesPerSecond)), at: rateStart)
    let columnStart = coder.position
    try coder.double(&columnMicroseconds, limit: Double(WireLimits.microseconds))
    try coder.require(columnMicroseconds > 0, at: columnStart)
    try coder.duration(&delayMicroseconds)
    try coder.microseconds(&fromMicroseconds)
    var words = channels.words
    for index in 0..<4 { try coder.integer(&words[index]) }
    channels = ChannelSet(words: words)
    try coder.duration(&windowMicroseconds)
  }
}

extension SetMark: Payload {
  package static let tag: UInt16 = 18

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.integer(&mark)
    try coder.integer(&group)
    try coder.integer(&sequence)
    try coder.text(&text, limit: WireLimits.markText)
  }
}

extension StreamSource: Payload {
  package static let tag: UInt16 = 96

  package var reservedBytes: Int { 512 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.flags(&flags)
    let secondsStart = coder.position
    try coder.double(&recordingSeconds, limit: WireLimits.seconds)
    try coder.require(recordingSeconds >= 0, at: secondsStart)
    try coder.text(&name)
    try coder.text(&detail)
    let count = try coder.count(groups.count, as: UInt8.self, limit: WireLimits.streamGroups)
    if C.isReading { groups = [Group](repeating: Group(blank: ()), count: count) }
    var left = WireLimits.channels
    for index in 0..<count {
      var group = groups[index]
      try group.fields(&coder, left: &left)
      if C.isReading { groups[index] = group }
    }
    if coder.hasMore(recordingStartMicroseconds != 0) { try coder.microseconds(&recordingStartMicroseconds) }
  }
}

extension StreamSource.Group {
  fileprivate init(blank: Void) {}

  /// Codes a group of at most `left` channels and takes these off: those of all groups are limited together.
  fileprivate mutating func fields<C: FieldCoder>(_ coder: inout C, left: inout Int) throws(WireError) {
    try coder.sampleRate(&rateHertz)
    let count = try coder.count(channels.count, as: UInt16.self, limit: left)
    left -= count
    try coder.elements(&channels, count: count)
  }
}

extension StreamChannel: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.text(&label, limit: WireLimits.channelLabel)
    try coder.text(&unit, limit: WireLimits.channelUnit)
    try coder.float(&low)
    try coder.float(&high)
    let start = coder.position
    var code = lead?.rawValue ?? 0
    try coder.integer(&code)
    lead = ECGLead(rawValue: code)
    try coder.require(code == 0 || lead != nil, at: start)
  }
}

extension StreamColumns: Payload {
  package static let tag: UInt16 = 97

  /// Bytes before the values.
  static let fixedBytes = 26

  package var reservedBytes: Int { Self.fixedBytes + values.count * 4 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.integer(&source)
    try coder.integer(&group)
    let levelStart = coder.position
    try coder.integer(&level)
    try coder.require(level <= WireLimits.streamLevel, at: levelStart)
    var flags: UInt8 = (isFetched ? 1 : 0) | (hasSkipped ? 2 : 0) | (isAnew ? 4 : 0)
    try coder.integer(&flags)
    isFetched = flags & 1 != 0
    hasSkipped = flags & 2 != 0
    isAnew = flags & 4 != 0
    try coder.integer(&channelCount)
    let blockStart = coder.position
    try coder.integer(&firstBlock)
    try coder.integer(&blockCount)
    // Sums with a count of blocks stay far from overflow.
    try coder.require(firstBlock < (1 << 62) >> UInt64(level), at: blockStart)
    try coder.microseconds(&arrivalMicroseconds)
    // Whatever values there are get written.
    let count = C.isReading ? Int(channelCount) * Int(blockCount) * valuesPerBlock : values.count
    try coder.floats(&values, count: count)
  }

  /// The most blocks of so many channels that fit into one message.
  public static func blockLimit(channels: Int, level: Int) -> Int {
    let bytes = Swift.max(1, channels) * (level == 0 ? 4 : 8)
    return (WireLimits.serverMessageBytes - fixedBytes - 4) / bytes
  }
}

extension SampleTimes: Payload {
  package static let tag: UInt16 = 98

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.integer(&group)
    try coder.choice(&reason)
    let start = coder.position
    try coder.integer(&sequence)
    try coder.require(sequence < 1 << 62, at: start)
    try coder.microseconds(&microseconds)
    try coder.sampleRate(&rateHertz)
  }
}

extension StreamReadings: Payload {
  package static let tag: UInt16 = 99

  package var reservedBytes: Int { 32 + readings.count * 17 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.integer(&source)
    try coder.integer(&receivedCount)
    try coder.integer(&missingCount)
    let count = try coder.count(readings.count, as: UInt16.self, limit: WireLimits.channels)
    try coder.elements(&readings, count: count)
  }
}

extension StreamReadings.Reading: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&channel)
    try coder.float(&value)
    try coder.float(&minimum)
    try coder.float(&maximum)
    try coder.float(&rootMeanSquare)
  }
}

extension StreamMarks: Payload {
  package static let tag: UInt16 = 100

  package var reservedBytes: Int { 16 + marks.count * 32 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    // Marks that find no room in the list are told as left out, too.
    if !C.isReading {
      leftOutCount &+= UInt32(truncatingIfNeeded: Swift.max(0, marks.count - WireLimits.marks))
    }
    try coder.integer(&leftOutCount)
    let count = try coder.count(marks.count, as: UInt16.self, limit: WireLimits.marks)
    try coder.elements(&marks, count: count)
  }
}

extension StreamMarks.Mark: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&mark)
    try coder.integer(&group)
    try coder.integer(&sequence)
    try coder.text(&text, limit: WireLimits.markText)
  }
}
