public import WaveWire

extension DataHello: Payload {
  @usableFromInline package static let tag: UInt16 = 32

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { coder.integer(&version) }
}

extension ShowTable: Payload {
  @usableFromInline package static let tag: UInt16 = 33

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&source)
    coder.choice(&order)
    coder.integer(&orderColumn)
    coder.integer(&pixels, in: 1...UInt16(WireLimits.tablePixels))
    coder.ticks(&from, &until)
  }
}

extension ShowLane: Payload {
  @usableFromInline package static let tag: UInt16 = 34

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&column)
    coder.integer(&lens)
    coder.integer(&threshold)
    coder.integer(&pixels, in: 0...UInt16(WireLimits.tablePixels))
    var flags: UInt8 = (isOverview ? 1 : 0) | (isSecond ? 2 : 0)
    coder.integer(&flags)
    isOverview = flags & 1 != 0
    isSecond = flags & 2 != 0
    coder.edges(&low, &high)
  }
}

extension ReadRow: Payload {
  @usableFromInline package static let tag: UInt16 = 35

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.tick(&tick)
    coder.integer(&column)
  }
}

extension StopTableWork: Payload {
  @usableFromInline package static let tag: UInt16 = 36

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.choice(&stage)
  }
}

extension ReadTable: Payload {
  @usableFromInline package static let tag: UInt16 = 45

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.flag(&isDiscarded)
  }
}

extension ReadRange: Payload {
  @usableFromInline package static let tag: UInt16 = 37

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.integer(&column)
    coder.ticks(&from, &until)
  }
}

extension SetFilter: Payload {
  @usableFromInline package static let tag: UInt16 = 38

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.integer(&filter)
    kind.fields(&coder)
  }
}

extension SetFilter.Kind: FieldList {
  @usableFromInline package init(blank: Void) { self = .none }

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var (kind, column, match, isKept): (UInt8, UInt16, TextMatch, Bool) = (0, 0, .missing, false)
    var (low, high, from, until): (Double, Double, Int64, Int64) = (0, 0, 0, 0)
    switch self {
    case .none: break
    case .values(let own, let least, let most): (kind, column, low, high) = (1, own, least, most)
    case .ticks(let start, let end): (kind, from, until) = (2, start, end)
    case .texts(let own, let text, let isOwn): (kind, column, match, isKept) = (3, own, text, isOwn)
    }
    let start = coder.position
    coder.integer(&kind)
    switch kind {
    case 0: self = .none
    case 1:
      coder.integer(&column)
      coder.double(&low, limit: WireLimits.tableValue)
      let highStart = coder.position
      coder.double(&high, limit: WireLimits.tableValue)
      coder.require(low <= high, at: highStart)
      self = .values(column: column, low: low, high: high)
    case 2:
      coder.ticks(&from, &until)
      self = .ticks(from: from, until: until)
    case 3:
      coder.integer(&column)
      coder.flag(&isKept)
      match.fields(&coder)
      self = .texts(column: column, match, isKept: isKept)
    default: return coder.refuse(.invalid(byte: start))
    }
  }
}

extension ExportRows: Payload {
  @usableFromInline package static let tag: UInt16 = 39

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.tick(&from)
    let start = coder.position
    coder.tick(&until)
    coder.require(from <= until, at: start)
  }
}

extension ReadRows: Payload {
  @usableFromInline package static let tag: UInt16 = 40

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.flag(&isTick)
    coder.tick(&start)
    coder.rowsAtOnce(&count)
  }
}
