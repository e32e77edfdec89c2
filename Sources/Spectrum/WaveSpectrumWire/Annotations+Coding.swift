public import WaveWire

extension Annotations: Payload {
  @usableFromInline package static let tag: UInt16 = 75

  @usableFromInline package var reservedBytes: Int { 12 + marks.count * 64 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.integer(&leftOut)
    let count = coder.count(marks.count, as: UInt16.self, limit: WireLimits.annotations)
    coder.elements(&marks, count: count)
  }
}

extension Annotation: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&startMicroseconds)
    coder.integer(&endMicroseconds)
    coder.double(&lowHertz)
    coder.double(&highHertz)
    // A single check for all fields keeps the code small, which matters because every web page downloads it.
    coder.require(
      startMicroseconds >= -WireLimits.microseconds && startMicroseconds <= endMicroseconds
        && endMicroseconds <= WireLimits.microseconds && lowHertz >= -WireLimits.hertz
        && lowHertz <= highHertz
        && highHertz <= WireLimits.hertz, at: start)
    coder.text(&label, limit: WireLimits.annotationLabel)
    coder.text(&note, limit: WireLimits.annotationNote)
  }
}
