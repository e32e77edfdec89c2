public import WaveWire

extension Hello: Payload {
  @usableFromInline package static let tag: UInt16 = 1

  @usableFromInline package init(blank: Void) { self.init(version: 0) }

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { coder.integer(&version) }
}

extension ShowView: Payload {
  @usableFromInline package static let tag: UInt16 = 2

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&source)
    coder.choice(&mode)
    let hasRows = mode == .spectrum || mode == .waterfall
    coder.planes(&planes, areRequired: hasRows)
    coder.columns(&columns, areRequired: hasRows)
    let rateStart = coder.position
    coder.integer(&rowsPerSecond)
    coder.require((1...WireLimits.rowsPerSecond).contains(Int(rowsPerSecond)), at: rateStart)
    let slotStart = coder.position
    coder.integer(&slotMicroseconds)
    coder.require(
      slotMicroseconds >= WireLimits.slotMicroseconds.lowerBound
        && slotMicroseconds <= WireLimits.slotMicroseconds.upperBound, at: slotStart)
    coder.integer(&frozenSequence)
    let bandStart = coder.position
    coder.hertz(&lowHertz)
    coder.hertz(&highHertz)
    coder.require(mode == .nothing || lowHertz < highHertz, at: bandStart)
    guard coder.hasMore(levels != nil) else { return }
    var axis = levels ?? LevelAxis(blank: ())
    axis.fields(&coder)
    levels = axis
  }
}

extension LevelAxis: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.decibels(&bottom)
    coder.decibels(&top)
    coder.require(bottom < top, at: start)
    coder.integer(&rows)
  }
}
