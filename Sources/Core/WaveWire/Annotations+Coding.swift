extension Annotations: Payload {
  static let tag: UInt16 = 75

  var reservedBytes: Int { 12 + marks.count * 64 }

  func append(to bytes: inout [UInt8]) {
    let count = Swift.min(marks.count, WireLimits.annotations)
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: leftOut)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: count))
    for mark in marks.prefix(count) {
      bytes.append(littleEndian: mark.startMicroseconds)
      bytes.append(littleEndian: mark.endMicroseconds)
      bytes.append(littleEndian: mark.lowHertz)
      bytes.append(littleEndian: mark.highHertz)
      bytes.append(text: mark.label, limit: WireLimits.annotationLabel)
      bytes.append(text: mark.note, limit: WireLimits.annotationNote)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let leftOut: UInt32 = try cursor.integer(bytes)
    let countByte = cursor.position
    let count = Int(try cursor.integer(bytes) as UInt16)
    guard count <= WireLimits.annotations else {
      throw .tooLong(byte: countByte, length: count, limit: WireLimits.annotations)
    }
    var marks: [Annotation] = []
    marks.reserveCapacity(count)
    for _ in 0..<count {
      // Read and checked as one: this code travels to every page.
      let place = try cursor.take(32)
      func word(_ offset: Int) -> Int64 {
        Int64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place + offset, as: Int64.self))
      }
      let start = word(0)
      let end = word(8)
      let low = Double(bitPattern: UInt64(bitPattern: word(16)))
      let high = Double(bitPattern: UInt64(bitPattern: word(24)))
      guard start >= -WireLimits.microseconds, start <= end, end <= WireLimits.microseconds,
        low >= -WireLimits.hertz, low <= high, high <= WireLimits.hertz
      else { throw .invalid(byte: place) }
      marks.append(
        Annotation(
          startMicroseconds: start, endMicroseconds: end, lowHertz: low, highHertz: high,
          label: try cursor.text(bytes, limit: WireLimits.annotationLabel),
          note: try cursor.text(bytes, limit: WireLimits.annotationNote)))
    }
    self.init(source: source, leftOut: leftOut, marks: marks)
  }
}
