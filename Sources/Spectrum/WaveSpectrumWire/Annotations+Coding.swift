package import WaveWire

extension Annotations: Payload {
  package static let tag: UInt16 = 75

  package var reservedBytes: Int { 12 + marks.count * 64 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.integer(&leftOut)
    let count = try coder.count(marks.count, as: UInt16.self, limit: WireLimits.annotations)
    try coder.elements(&marks, count: count)
  }
}

extension Annotation: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    let start = coder.position
    try coder.integer(&startMicroseconds)
    try coder.integer(&endMicroseconds)
    try coder.double(&lowHertz)
    try coder.double(&highHertz)
    // Checked as one: this code travels to every page.
    try coder.require(
      startMicroseconds >= -WireLimits.microseconds && startMicroseconds <= endMicroseconds
        && endMicroseconds <= WireLimits.microseconds && lowHertz >= -WireLimits.hertz
        && lowHertz <= highHertz
        && highHertz <= WireLimits.hertz, at: start)
    try coder.text(&label, limit: WireLimits.annotationLabel)
    try coder.text(&note, limit: WireLimits.annotationNote)
  }
}
