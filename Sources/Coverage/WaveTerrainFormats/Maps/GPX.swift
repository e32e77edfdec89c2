import WavePropagation
import WaveText
import WaveUnits

/// Reads GPX files.
///
/// Waypoints, track points and route points become measured points, with a level if the file contains one.
///
/// A level is the number before `dBm` in any text of the point, or a number that is the entire text of `cmt`,
/// `desc`, or an element whose name contains `rssi`, `rsrp`, `dbm`, `level`, `power` or `signal`. Namespaces
/// are ignored. Entities are not resolved, since numbers do not need them.
///
/// Source: GPX 1.1 (topografix.com/GPX/1/1).
enum GPX {
  private static let pointNames: [StaticString] = ["wpt", "trkpt", "rtept"]
  private static let levelNames: [StaticString] = [
    "cmt", "desc", "rssi", "rsrp", "dbm", "level", "power", "signal",
  ]

  static func points(_ bytes: Span<UInt8>) throws(TerrainFormatError) -> MeasuredPoints {
    var points = MeasuredPoints()
    var scan = MarkupScan()
    var place: Coordinate?
    var level: (value: Double, hasUnit: Bool)?
    var name = 0..<0
    while let piece = scan.next(bytes) {
      switch piece {
      case .text(let text):
        guard place != nil, level?.hasUnit != true else { continue }
        if let value = MeasuredNumber.levelWithin(bytes, text) {
          level = value.isNaN ? level : (value, true)
        } else if level == nil, levelNames.contains(where: { MeasuredLayout.contains(bytes, name, $0) }),
          let value = MeasuredNumber.level(bytes, bytes.trimmed(text) { $0 <= 0x20 }, isCommaPoint: false),
          !value.isNaN
        {
          level = (value, false)
        }
      case .start(let tag, let isEmpty):
        name = local(bytes, tag)
        guard pointNames.contains(where: { isName(bytes, name, $0) }) else { continue }
        place = try coordinate(bytes, name.upperBound..<tag.upperBound, scan)
        level = nil
        if isEmpty { try close() }
      case .end(let tag):
        if pointNames.contains(where: { isName(bytes, local(bytes, tag), $0) }) { try close() }
        name = 0..<0
      case .unfinished: throw .measured(.unfinished, line: scan.line(bytes))
      }
    }
    // If the last point has no end tag, the file is truncated.
    guard place == nil else { throw .measured(.unfinished, line: scan.line(bytes)) }
    return points

    func close() throws(TerrainFormatError) {
      guard let found = place else { return }
      guard points.count < MeasuredFile.pointLimit else {
        throw .measured(.tooManyPoints(limit: MeasuredFile.pointLimit), line: scan.line(bytes))
      }
      points.add(found, decibelMilliwatts: level?.value)
      (place, level) = (nil, nil)
    }
  }

  /// Returns the range of a tag's name without its namespace prefix.
  private static func local(_ bytes: Span<UInt8>, _ tag: Range<Int>) -> Range<Int> {
    var start = tag.lowerBound
    var end = start
    while end < tag.upperBound, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "/") {
      if bytes[end] == UInt8(ascii: ":") { start = end + 1 }
      end += 1
    }
    return start..<end
  }

  private static func isName(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: StaticString) -> Bool {
    range.count == text.utf8CodeUnitCount && bytes.holds(text, at: range.lowerBound)
  }

  private static func coordinate(
    _ bytes: Span<UInt8>, _ attributes: Range<Int>, _ scan: MarkupScan
  ) throws(TerrainFormatError) -> Coordinate {
    guard let north = attribute(bytes, attributes, "lat") else {
      throw .measured(.missing(.latitude), line: scan.line(bytes))
    }
    guard let east = attribute(bytes, attributes, "lon") else {
      throw .measured(.missing(.longitude), line: scan.line(bytes))
    }
    return try MeasuredNumber.place(bytes, north, east, isCommaPoint: false, line: scan.line(bytes))
  }

  /// Returns the range of an attribute's value between its quotes, or nil if there is no such attribute.
  private static func attribute(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ name: StaticString
  ) -> Range<Int>? {
    var place = range.lowerBound
    while place < range.upperBound {
      while place < range.upperBound, bytes[place] <= 0x20 { place += 1 }
      let start = place
      while place < range.upperBound, bytes[place] > 0x20, bytes[place] != UInt8(ascii: "=") { place += 1 }
      let found = start..<place
      while place < range.upperBound, bytes[place] <= 0x20 { place += 1 }
      guard place < range.upperBound, bytes[place] == UInt8(ascii: "=") else {
        // Attributes without a value are skipped, and so is other text.
        place = Swift.max(place, start + 1)
        continue
      }
      place += 1
      while place < range.upperBound, bytes[place] <= 0x20 { place += 1 }
      guard place < range.upperBound else { return nil }
      let quote = bytes[place]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      let end = bytes.firstIndex(of: quote, in: (place + 1)..<range.upperBound) ?? range.upperBound
      if isName(bytes, found, name) { return bytes.trimmed((place + 1)..<end) { $0 <= 0x20 } }
      place = end + 1
    }
    return nil
  }
}
