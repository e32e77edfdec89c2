extension Acknowledge: Payload {
  @usableFromInline package static let tag: UInt16 = 3

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&liveRows)
    coder.integer(&fetchedRows)
    coder.integer(&sequence)
  }
}

extension ClockRequest: Payload {
  @usableFromInline package static let tag: UInt16 = 4

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.microseconds(&clientMicroseconds)
  }
}

extension Command: Payload {
  @usableFromInline package static let tag: UInt16 = 5

  @usableFromInline package init(blank: Void) { self = .resetHold(source: 0) }

  /// The code of the command's kind in the encoded message, its source, and its values, with 0 for values that
  /// the kind does not use.
  private var parts: (kind: UInt8, source: UInt16, control: UInt8, first: Double, second: Double) {
    switch self {
    case .speed(let source, let factor): (0, source, 0, factor, 0)
    case .seek(let source, let seconds): (1, source, 0, seconds, 0)
    case .tune(let source, let lowHertz, let highHertz): (2, source, 0, lowHertz, highHertz)
    case .resetHold(let source): (3, source, 0, 0, 0)
    case .adjust(let source, let control, let value): (4, source, control, value, 0)
    case .takeControl(let source): (5, source, 0, 0, 0)
    }
  }

  /// The number of the source to which the command applies.
  public var source: UInt16 { parts.source }

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var (kind, source, control, first, second) = parts
    coder.integer(&source)
    let start = coder.position
    coder.integer(&kind)
    let valueStart = coder.position
    switch kind {
    case 0:
      coder.double(&first, limit: WireLimits.speed)
      coder.require(first >= 0, at: valueStart)
      self = .speed(source: source, factor: first)
    case 1:
      coder.double(&first, limit: WireLimits.seconds)
      coder.require(first >= 0, at: valueStart)
      self = .seek(source: source, seconds: first)
    case 2:
      coder.band(&first, &second)
      self = .tune(source: source, lowHertz: first, highHertz: second)
    case 3: self = .resetHold(source: source)
    case 4:
      coder.integer(&control)
      coder.hertz(&first)
      self = .adjust(source: source, control: control, value: first)
    case 5: self = .takeControl(source: source)
    default: return coder.refuse(.invalid(byte: start))
    }
  }
}

extension Fetch: Payload {
  @usableFromInline package static let tag: UInt16 = 6

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    let start = coder.position
    coder.microseconds(&fromMicroseconds)
    coder.microseconds(&untilMicroseconds)
    coder.require(fromMicroseconds <= untilMicroseconds, at: start)
  }
}
