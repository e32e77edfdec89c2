/// A cursor over the non-empty lines of a text, without their line endings.
package struct TextLines {
  private var place = 0
  /// The number of the line that was returned last, counted from 1.
  package private(set) var number = 0

  /// Creates a cursor at the beginning of a text.
  package init() {}

  /// Returns the range of the next non-empty line, or nil after the last one.
  package mutating func next(_ bytes: Span<UInt8>) -> Range<Int>? {
    while place < bytes.count {
      let start = place
      var end = bytes.firstIndex(of: 0x0A, in: start..<bytes.count) ?? bytes.count
      place = end + 1
      number += 1
      while end > start, bytes[end - 1] == 0x0D || bytes[end - 1] == 0x20 { end -= 1 }
      if end > start { return start..<end }
    }
    return nil
  }
}

/// A cursor over the fields of a line, which are separated by spaces and tabs.
package struct TextFields {
  private var place: Int
  private let end: Int

  /// Creates a cursor at the beginning of a line.
  package init(_ line: Range<Int>) {
    place = line.lowerBound
    end = line.upperBound
  }

  /// Returns the range of the next field, or nil after the last one.
  package mutating func next(_ bytes: Span<UInt8>) -> Range<Int>? {
    skipBlanks(bytes)
    let start = place
    while place < end, !Self.isBlank(bytes[place]) { place += 1 }
    return start < place ? start..<place : nil
  }

  /// Returns the range of the rest of the line.
  package mutating func rest(_ bytes: Span<UInt8>) -> Range<Int> {
    skipBlanks(bytes)
    return place..<end
  }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while place < end, Self.isBlank(bytes[place]) { place += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension Span<UInt8> {
  /// Returns a range without the bytes at its ends that are to be removed.
  package func trimmed(_ range: Range<Int>, where isRemoved: (UInt8) -> Bool) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isRemoved(self[start]) { start += 1 }
    while end > start, isRemoved(self[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the first index of a byte within a range, or nil if the range does not contain it.
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    for index in range where self[index] == byte { return index }
    return nil
  }
}

extension [UInt8] {
  /// Creates an array from a range of bytes.
  package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self = range.map { bytes[$0] }
  }
}
