public import WavePropagation
import WaveText

/// A reader of path profiles from text with distance in km, height in m, and optionally clutter in m and the
/// zone.
///
/// Columns are separated by commas, semicolons, tabs or blanks. A first line without numbers, empty lines,
/// and lines that begin with `#` are skipped.
public enum ProfileTable {
  /// The maximum number of points.
  public static let pointLimit = 1 << 18

  /// Parses a table.
  ///
  /// - Parameter bytes: The whole text.
  /// - Returns: A valid profile.
  /// - Throws: `TerrainFormatError.profile` with the line of the error, or `.empty`.
  public static func profile(_ bytes: Span<UInt8>) throws(TerrainFormatError) -> PathProfile {
    guard !bytes.isEmpty else { throw .empty }
    var reading = Reading()
    var lines = TextLines()
    var isFirst = true
    while let line = lines.next(bytes) {
      let start = line.lowerBound == 0 ? bytes.markEnd : line.lowerBound
      guard start < line.upperBound, bytes[start] != UInt8(ascii: "#") else { continue }
      let cells = Self.cells(bytes, start..<line.upperBound)
      guard let first = cells.first else { continue }
      let isHeader = isFirst && ASCIINumber.double(bytes, first) == nil
      isFirst = false
      if !isHeader { try reading.add(bytes, cells, line: lines.number) }
    }
    guard reading.profile.distancesKilometers.count >= 2 else {
      throw .profile(.tooFewPoints(reading.profile.distancesKilometers.count), line: lines.number)
    }
    return reading.profile
  }

  /// The rows read so far.
  private struct Reading {
    var profile = PathProfile(distancesKilometers: [], heightsMeters: [])
    private var columnCount: Int?

    mutating func add(_ bytes: Span<UInt8>, _ cells: [Range<Int>], line: Int) throws(TerrainFormatError) {
      guard (2...4).contains(cells.count), columnCount == nil || columnCount == cells.count else {
        throw .profile(.wrongColumns(expected: columnCount, found: cells.count), line: line)
      }
      columnCount = cells.count
      guard profile.distancesKilometers.count < pointLimit else {
        throw .profile(.tooManyPoints(limit: pointLimit), line: line)
      }
      func number(_ column: ProfileFault.Column) throws(TerrainFormatError) -> Double {
        guard let value = ASCIINumber.double(bytes, cells[column.rawValue - 1]), value.magnitude < 1e5 else {
          throw .profile(.malformed(column), line: line)
        }
        return value
      }
      let distance = try number(.distance)
      guard profile.distancesKilometers.last.map({ distance > $0 }) ?? (distance == 0) else {
        throw .profile(.notAscending, line: line)
      }
      let height = try number(.height)
      if cells.count > 2 { profile.clutterMeters.append(try number(.clutter)) }
      if cells.count > 3 {
        guard let value = UInt8(exactly: try number(.zone)), let zone = PathProfile.Zone(rawValue: value)
        else {
          throw .profile(.malformed(.zone), line: line)
        }
        profile.zones.append(zone)
      }
      profile.distancesKilometers.append(distance)
      profile.heightsMeters.append(height)
    }
  }

  /// Splits a line into cells without surrounding blanks; returns at most five, one more than allowed.
  private static func cells(_ bytes: Span<UInt8>, _ line: Range<Int>) -> [Range<Int>] {
    let marks: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: ","), 0x09]
    guard let mark = marks.first(where: { bytes.firstIndex(of: $0, in: line) != nil }) else {
      var fields = TextFields(line)
      var cells: [Range<Int>] = []
      while cells.count < 5, let field = fields.next(bytes) { cells.append(field) }
      return cells
    }
    var cells: [Range<Int>] = []
    var start = line.lowerBound
    while cells.count < 5 {
      let end = bytes.firstIndex(of: mark, in: start..<line.upperBound) ?? line.upperBound
      cells.append(bytes.trimmed(start..<end) { $0 == 0x20 || $0 == 0x09 })
      guard end < line.upperBound else { break }
      start = end + 1
    }
    return cells
  }
}
