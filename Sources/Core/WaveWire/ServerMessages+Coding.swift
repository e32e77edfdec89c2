extension Welcome: Payload {
  @usableFromInline package static let tag: UInt16 = 64

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&version)
    coder.integer(&sourceCount)
    coder.microseconds(&serverMicroseconds)
    if coder.hasMore(true) { coder.microseconds(&wallMicroseconds) }
  }
}

extension ClockReply: Payload {
  @usableFromInline package static let tag: UInt16 = 66

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.microseconds(&clientMicroseconds)
    coder.microseconds(&serverMicroseconds)
  }
}

extension TimeMap: Payload {
  @usableFromInline package static let tag: UInt16 = 70

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.microseconds(&serverMicroseconds)
    coder.microseconds(&recordedMicroseconds)
    coder.double(&speed, limit: WireLimits.speed)
  }
}

extension Fetched: Payload {
  @usableFromInline package static let tag: UInt16 = 71

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.microseconds(&fromMicroseconds)
    coder.microseconds(&oldestMicroseconds)
  }
}

extension Notice: Payload {
  @usableFromInline package static let tag: UInt16 = 73

  @usableFromInline package var reservedBytes: Int { 7 + text.count }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.choice(&severity)
    coder.text(&text)
  }
}
