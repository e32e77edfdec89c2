package import WaveWire

extension Hello: Payload {
  package static let tag: UInt16 = 1

  package init(blank: Void) { self.init(version: 0) }

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&version)
  }
}

extension ShowView: Payload {
  package static let tag: UInt16 = 2

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.integer(&source)
    try coder.choice(&mode)
    let hasRows = mode == .spectrum || mode == .waterfall
    let planesStart = coder.position
    try coder.planes(&planes)
    try coder.require(!hasRows || !planes.isEmpty, at: planesStart)
    let columnsStart = coder.position
    try coder.columns(&columns)
    try coder.require(!hasRows || columns > 0, at: columnsStart)
    let rateStart = coder.position
    try coder.integer(&rowsPerSecond)
    try coder.require((1...WireLimits.rowsPerSecond).contains(Int(rowsPerSecond)), at: rateStart)
    let slotStart = coder.position
    try coder.integer(&slotMicroseconds)
    try coder.require(
      slotMicroseconds >= WireLimits.slotMicroseconds.lowerBound
        && slotMicroseconds <= WireLimits.slotMicroseconds.upperBound, at: slotStart)
    try coder.integer(&frozenSequence)
    let bandStart = coder.position
    try coder.hertz(&lowHertz)
    try coder.hertz(&highHertz)
    try coder.require(mode == .nothing || lowHertz < highHertz, at: bandStart)
    guard coder.hasMore(levels != nil) else { return }
    var axis = levels ?? LevelAxis(blank: ())
    try axis.fields(&coder)
    levels = axis
  }
}

extension LevelAxis: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    let start = coder.position
    try coder.decibels(&bottom)
    try coder.decibels(&top)
    try coder.require(bottom < top, at: start)
    try coder.integer(&rows)
  }
}
