package import WaveWire

extension AxisInfo: Payload {
  package static let tag: UInt16 = 67

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&axis)
    let start = coder.position
    try coder.columns(&columns)
    try coder.require(columns > 0, at: start)
    try coder.band(&lowHertz, &highHertz)
  }
}

extension MeterMessage: Payload {
  package static let tag: UInt16 = 69

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.flags(&flags)
    try coder.integer(&millibels)
    try coder.integer(&sequence)
    try coder.microseconds(&startMicroseconds)
    try coder.integer(&durationMicroseconds)
    try coder.integer(&skipped)
  }
}

extension Artefacts: Payload {
  package static let tag: UInt16 = 72

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.double(&spikeHertz)
    try coder.double(&imageHertz)
    try coder.double(&imageOfHertz)
  }
}
