import WaveText

/// A sequential reader for DICOM elements.
struct DICOMReader {
  private(set) var place: Int
  private let isExplicit: Bool
  private var elementsLeft = DICOMDataset.elementLimit

  /// Creates a reader that starts at an element.
  ///
  /// - Parameters:
  ///   - place: The position of the first element in the file.
  ///   - isExplicit: Whether the encoding specifies the type of each value.
  init(at place: Int, isExplicit: Bool) {
    self.place = place
    self.isExplicit = isExplicit
  }

  /// The length field of a value whose end is marked by a delimiter.
  private static let openLength: UInt32 = 0xFFFF_FFFF

  /// Reads elements up to a position, or up to a delimiter if the position is nil.
  ///
  /// Stops before the first tag for which `isWanted` returns false.
  mutating func dataset(
    _ bytes: Span<UInt8>, end: Int?, depth: Int = 0, while isWanted: (DICOMTag) -> Bool = { _ in true }
  ) throws(BiosignalError) -> DICOMDataset {
    guard depth <= DICOMDataset.depthLimit else { throw .dicom(.tooDeep, byte: place) }
    var dataset = DICOMDataset()
    while place < end ?? Int.max {
      if end == nil, place == bytes.count { throw .dicom(.truncated, byte: place) }
      let start = place
      let tag = try tag(bytes)
      if tag == .itemEnd, end == nil {
        place += 4
        return dataset
      }
      guard isWanted(tag) else {
        place = start
        return dataset
      }
      try countElement(at: start)
      dataset.elements.append(try element(bytes, tag, limit: end ?? bytes.count, depth: depth))
    }
    return dataset
  }

  private mutating func countElement(at start: Int) throws(BiosignalError) {
    elementsLeft -= 1
    guard elementsLeft > 0
    else { throw .dicom(.tooManyElements(limit: DICOMDataset.elementLimit), byte: start) }
  }

  private mutating func tag(_ bytes: Span<UInt8>) throws(BiosignalError) -> DICOMTag {
    guard bytes.count - place >= 8 else { throw .dicom(.truncated, byte: place) }
    let tag =
      UInt32(bytes.littleEndian(UInt16.self, at: place)) << 16
      | UInt32(bytes.littleEndian(UInt16.self, at: place + 2))
    place += 4
    return DICOMTag(tag)
  }

  private mutating func element(
    _ bytes: Span<UInt8>, _ tag: DICOMTag, limit: Int, depth: Int
  ) throws(BiosignalError) -> DICOMDataset.Element {
    let start = place - 4
    var isSequence = tag.isKnownSequence
    var length: UInt32
    if isExplicit {
      let kind = Array(bytes, place..<(place + 2))
      isSequence = kind.isOne(of: ["SQ"])
      if kind.isOne(of: Self.longKinds) {
        guard bytes.count - place >= 8 else { throw .dicom(.truncated, byte: start) }
        length = bytes.littleEndian(UInt32.self, at: place + 4)
        place += 8
      } else {
        length = UInt32(bytes.littleEndian(UInt16.self, at: place + 2))
        place += 4
      }
    } else {
      length = bytes.littleEndian(UInt32.self, at: place)
      place += 4
    }
    let end = try self.end(length, limit: limit, start: start)
    guard let end, !isSequence else {
      return DICOMDataset.Element(
        tag: tag, range: place..<place, items: try items(bytes, end: end, depth: depth + 1))
    }
    defer { place = end }
    return DICOMDataset.Element(tag: tag, range: place..<end, items: [])
  }

  private mutating func items(_ bytes: Span<UInt8>, end: Int?, depth: Int) throws(BiosignalError)
    -> [DICOMDataset]
  {
    var items: [DICOMDataset] = []
    while place < end ?? Int.max {
      let start = place
      let tag = try tag(bytes)
      let length = bytes.littleEndian(UInt32.self, at: place)
      place += 4
      if tag == .sequenceEnd, end == nil { return items }
      guard tag == .item else { throw .dicom(.noItem, byte: start) }
      try countElement(at: start)
      let itemEnd = try self.end(length, limit: end ?? bytes.count, start: start)
      items.append(try dataset(bytes, end: itemEnd, depth: depth))
    }
    return items
  }

  /// Returns the position at which a value of a given length ends; nil if a delimiter ends the value.
  private func end(_ length: UInt32, limit: Int, start: Int) throws(BiosignalError) -> Int? {
    guard length != Self.openLength else { return nil }
    guard Int(clamping: length) <= limit - place else { throw .dicom(.truncated, byte: start) }
    return place + Int(length)
  }

  /// The types of values that have a four-byte length, preceded by two reserved bytes.
  private static let longKinds: [StaticString] = [
    "OB", "OW", "OF", "OD", "OL", "OV", "SQ", "SV", "UC", "UN", "UR", "UT", "UV",
  ]
}
