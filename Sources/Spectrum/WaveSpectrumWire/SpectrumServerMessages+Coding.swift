public import WaveWire

extension AxisInfo: Payload {
  @usableFromInline package static let tag: UInt16 = 67

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&axis)
    coder.columns(&columns, areRequired: true)
    coder.band(&lowHertz, &highHertz)
  }
}

extension MeterMessage: Payload {
  @usableFromInline package static let tag: UInt16 = 69

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.flags(&flags)
    coder.integer(&millibels)
    coder.integer(&sequence)
    coder.microseconds(&startMicroseconds)
    coder.integer(&durationMicroseconds)
    coder.integer(&skipped)
  }
}

extension Artefacts: Payload {
  @usableFromInline package static let tag: UInt16 = 72

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.double(&spikeHertz)
    coder.double(&imageHertz)
    coder.double(&imageOfHertz)
  }
}
