extension Welcome: Payload {
  package static let tag: UInt16 = 64

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&version)
    coder.integer(&sourceCount)
    coder.microseconds(&serverMicroseconds)
    if coder.hasMore(true) { coder.microseconds(&wallMicroseconds) }
  }
}

extension ClockReply: Payload {
  package static let tag: UInt16 = 66

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.microseconds(&clientMicroseconds)
    coder.microseconds(&serverMicroseconds)
  }
}

extension TimeMap: Payload {
  package static let tag: UInt16 = 70

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.microseconds(&serverMicroseconds)
    coder.microseconds(&recordedMicroseconds)
    coder.double(&speed, limit: WireLimits.speed)
  }
}

extension Fetched: Payload {
  package static let tag: UInt16 = 71

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.microseconds(&fromMicroseconds)
    coder.microseconds(&oldestMicroseconds)
  }
}

extension Notice: Payload {
  package static let tag: UInt16 = 73

  package var reservedBytes: Int { 7 + text.count }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.choice(&severity)
    coder.text(&text)
  }
}
