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

  /// The code of the command's kind in the encoded message.
  private var kind: UInt8 {
    switch self {
    case .speed: 0
    case .seek: 1
    case .tune: 2
    case .resetHold: 3
    case .adjust: 4
    case .takeControl: 5
    }
  }

  /// The values of the command in the encoded message, with 0 for values that its kind does not use.
  private var values: (control: UInt8, first: Double, second: Double) {
    switch self {
    case .speed(_, let factor): (0, factor, 0)
    case .seek(_, let seconds): (0, seconds, 0)
    case .tune(_, let lowHertz, let highHertz): (0, lowHertz, highHertz)
    case .adjust(_, let control, let value): (control, value, 0)
    case .resetHold, .takeControl: (0, 0, 0)
    }
  }

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var (source, kind, values) = (source, kind, values)
    coder.integer(&source)
    let start = coder.position
    coder.integer(&kind)
    let valueStart = coder.position
    switch kind {
    case 0:
      coder.double(&values.first, limit: WireLimits.speed)
      coder.require(values.first >= 0, at: valueStart)
      self = .speed(source: source, factor: values.first)
    case 1:
      coder.double(&values.first, limit: WireLimits.seconds)
      coder.require(values.first >= 0, at: valueStart)
      self = .seek(source: source, seconds: values.first)
    case 2:
      coder.band(&values.first, &values.second)
      self = .tune(source: source, lowHertz: values.first, highHertz: values.second)
    case 3: self = .resetHold(source: source)
    case 4:
      coder.integer(&values.control)
      coder.hertz(&values.first)
      self = .adjust(source: source, control: values.control, value: values.first)
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
