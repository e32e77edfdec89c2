extension Welcome: Payload {
  package static let tag: UInt16 = 64

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&version)
    try coder.integer(&sourceCount)
    try coder.microseconds(&serverMicroseconds)
    if coder.hasMore(true) { try coder.microseconds(&wallMicroseconds) }
  }
}

extension ClockReply: Payload {
  package static let tag: UInt16 = 66

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.microseconds(&clientMicroseconds)
    try coder.microseconds(&serverMicroseconds)
  }
}

extension TimeMap: Payload {
  package static let tag: UInt16 = 70

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.microseconds(&serverMicroseconds)
    try coder.microseconds(&recordedMicroseconds)
    try coder.double(&speed, limit: WireLimits.speed)
  }
}

extension Fetched: Payload {
  package static let tag: UInt16 = 71

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.microseconds(&fromMicroseconds)
    try coder.microseconds(&oldestMicroseconds)
  }
}

extension Notice: Payload {
  package static let tag: UInt16 = 73

  package var reservedBytes: Int { 7 + text.count }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.choice(&severity)
    try coder.text(&text)
  }
}
