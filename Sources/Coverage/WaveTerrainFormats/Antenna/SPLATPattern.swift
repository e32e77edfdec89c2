import WavePropagation
import WaveText

/// Reads antennas as SPLAT! has them: an `.az` file around the antenna and an `.el` file through it.
///
/// An angle and a field strength of 0 to 1 a line; what stands behind a semicolon is passed over. The first
/// line of an `.az` file is by how much the pattern is turned clockwise, that of an `.el` file by how much
/// the antenna is tilted downwards, and towards where. Angles of an `.el` file are degrees below the horizon,
/// and both of its ends hold beyond them.
public enum SPLATPattern {
  /// Reads one file or both.
  ///
  /// - Parameters:
  ///   - azimuth: The `.az` file, the whole text; nil where there is none.
  ///   - elevation: The `.el` file; nil where there is none.
  /// - Returns: The antenna, the same all around or up and down where a file is not there.
  /// - Throws: `TerrainFormatError.antenna` with the line that is wrong, or `.empty`.
  /// - Complexity: O(bytes), a few arrays.
  public static func antenna(
    azimuth: [UInt8]?, elevation: [UInt8]?
  ) throws(TerrainFormatError) -> AntennaFile {
    var file = AntennaFile(pattern: AntennaPattern())
    if let azimuth { try add(azimuth: azimuth, to: &file) }
    if let elevation { try add(elevation: elevation, to: &file) }
    return file
  }

  private static func add(azimuth: [UInt8], to file: inout AntennaFile) throws(TerrainFormatError) {
    let (header, cut, line) = try read(azimuth.span, angles: 0...360, isClosed: true)
    guard let rotation = header.first, header.count == 1, rotation.magnitude <= 360 else {
      throw .antenna(.malformed(.rotation), line: line)
    }
    file.bearingDegrees = rotation
    file.pattern.horizontal = cut
  }

  private static func add(elevation: [UInt8], to file: inout AntennaFile) throws(TerrainFormatError) {
    let (header, cut, line) = try read(elevation.span, angles: -90...90, isClosed: false)
    guard header.count == 2, header[0].magnitude <= 90, header[1].magnitude <= 360 else {
      throw .antenna(.malformed(.tilt), line: line)
    }
    file.tiltDegrees = header[0]
    file.tiltBearingDegrees = header[1]
    file.pattern.vertical = cut
  }

  /// The numbers of the first line, the cut below, and where the first line is.
  private static func read(
    _ bytes: Span<UInt8>, angles: ClosedRange<Double>, isClosed: Bool
  ) throws(TerrainFormatError) -> (header: [Double], cut: AntennaCut, line: Int) {
    guard !bytes.isEmpty else { throw .empty }
    var lines = TextLines()
    var header: (numbers: [Double], line: Int)?
    var rows = CutRows(.field, angles: angles)
    while let line = lines.next(bytes) {
      let end = bytes.firstIndex(of: UInt8(ascii: ";"), in: line) ?? line.upperBound
      var fields = TextFields(line.lowerBound..<end)
      guard header != nil else {
        var numbers: [Double] = []
        // One more than there may be says enough.
        while numbers.count < 3, let field = fields.next(bytes) {
          numbers.append(ASCIINumber.double(bytes, field) ?? .nan)
        }
        if !numbers.isEmpty { header = (numbers, lines.number) }
        continue
      }
      guard fields.next(bytes) != nil else { continue }
      try rows.add(bytes, line.lowerBound..<end, line: lines.number)
    }
    guard let header else {
      throw .antenna(.malformed(isClosed ? .rotation : .tilt), line: Swift.max(1, lines.number))
    }
    guard let cut = rows.cut(isClosed: isClosed) else {
      throw .antenna(.missing(isClosed ? .horizontal : .vertical), line: Swift.max(1, lines.number))
    }
    return (header.numbers, cut, header.line)
  }
}
