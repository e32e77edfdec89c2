import WavePropagation
import WaveText

/// Reads antenna files in the SPLAT! format, which has an `.az` file for the horizontal pattern and an `.el`
/// file for the vertical one.
///
/// Each line has an angle and a field strength of 0 to 1; text after a semicolon is ignored. The first line
/// of an `.az` file is the clockwise rotation of the pattern. The first line of an `.el` file has the
/// antenna's downtilt and the direction of the tilt. Angles in an `.el` file are degrees below the horizon,
/// and the values at both ends also apply beyond them.
public enum SPLATPattern {
  /// Parses one or both files.
  ///
  /// - Parameters:
  ///   - azimuth: The whole text of the `.az` file; nil if there is none.
  ///   - elevation: The whole text of the `.el` file; nil if there is none.
  /// - Returns: The antenna, which is omnidirectional in the plane of a missing file.
  /// - Throws: `TerrainFormatError.antenna` with the line of the error, or `.empty`.
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

  /// Parses the first line and the cut below it; returns the numbers in that line, the cut, and the line's
  /// number.
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
        // One number more than allowed is enough to detect the error.
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
