package import WaveWire

extension TablesHello: Payload {
  package static let tag: UInt16 = 32

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&version)
  }
}

extension ShowTable: Payload {
  package static let tag: UInt16 = 33

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.integer(&source)
    try coder.choice(&order)
    try coder.integer(&orderColumn)
    let start = coder.position
    try coder.integer(&pixels)
    try coder.require((1...WireLimits.tablePixels).contains(Int(pixels)), at: start)
    try coder.ticks(&from, &until)
  }
}

extension ShowLane: Payload {
  package static let tag: UInt16 = 34

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&column)
    try coder.integer(&lens)
    try coder.integer(&threshold)
    let start = coder.position
    try coder.integer(&pixels)
    try coder.require(Int(pixels) <= WireLimits.tablePixels, at: start)
    var flags: UInt8 = (isOverview ? 1 : 0) | (isSecond ? 2 : 0)
    try coder.integer(&flags)
    isOverview = flags & 1 != 0
    isSecond = flags & 2 != 0
    try coder.edges(&low, &high)
  }
}

extension ReadRow: Payload {
  package static let tag: UInt16 = 35

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.integer(&source)
    try coder.tick(&tick)
    try coder.integer(&column)
  }
}

extension StopTableWork: Payload {
  package static let tag: UInt16 = 36

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.choice(&stage)
  }
}

extension ReadTable: Payload {
  package static let tag: UInt16 = 45

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.flag(&isDiscarded)
  }
}

extension ReadRange: Payload {
  package static let tag: UInt16 = 37

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.integer(&source)
    try coder.integer(&column)
    try coder.ticks(&from, &until)
  }
}

extension SetFilter: Payload {
  package static let tag: UInt16 = 38

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.integer(&filter)
    try kind.fields(&coder)
  }
}

extension SetFilter.Kind: FieldList {
  package init(blank: Void) { self = .none }

  /// What is kept, as it is sent, and all that any kind has; what this one has not is left out.
  private var parts:
    (
      kind: UInt8, column: UInt16, low: Double, high: Double, from: Int64, until: Int64, match: TextMatch,
      isKept: Bool
    )
  {
    switch self {
    case .none: (0, 0, 0, 0, 0, 0, .missing, false)
    case .values(let column, let low, let high): (1, column, low, high, 0, 0, .missing, false)
    case .ticks(let from, let until): (2, 0, 0, 0, from, until, .missing, false)
    case .texts(let column, let match, let isKept): (3, column, 0, 0, 0, 0, match, isKept)
    }
  }

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    var (kind, column, low, high, from, until, match, isKept) = parts
    let start = coder.position
    try coder.integer(&kind)
    switch kind {
    case 0: self = .none
    case 1:
      try coder.integer(&column)
      try coder.double(&low, limit: WireLimits.tableValue)
      let highStart = coder.position
      try coder.double(&high, limit: WireLimits.tableValue)
      try coder.require(low <= high, at: highStart)
      self = .values(column: column, low: low, high: high)
    case 2:
      try coder.ticks(&from, &until)
      self = .ticks(from: from, until: until)
    case 3:
      try coder.integer(&column)
      try coder.flag(&isKept)
      try match.fields(&coder)
      self = .texts(column: column, match, isKept: isKept)
    default: throw .invalid(byte: start)
    }
  }
}

extension ExportRows: Payload {
  package static let tag: UInt16 = 39

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.integer(&source)
    try coder.tick(&from)
    let start = coder.position
    try coder.tick(&until)
    try coder.require(from <= until, at: start)
  }
}

extension ReadRows: Payload {
  package static let tag: UInt16 = 40

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.integer(&source)
    try coder.flag(&isTick)
    try coder.tick(&start)
    try coder.rowsAtOnce(&count)
  }
}
