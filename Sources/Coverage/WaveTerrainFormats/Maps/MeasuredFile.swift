public import WavePropagation
import WaveText

/// A reader of measured points from CSV tables and GPX files, which detects the format.
public enum MeasuredFile {
  /// The maximum number of bytes in a file.
  public static let byteLimit = 48 << 20
  /// The maximum number of points in a file.
  public static let pointLimit = 500_000

  /// Parses a file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: The points; there is at least one.
  /// - Throws: `TerrainFormatError.measured` with the line of the error, or `.empty`.
  /// - Complexity: O(bytes).
  public static func points(_ bytes: Span<UInt8>) throws(TerrainFormatError) -> MeasuredPoints {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= byteLimit else { throw .measured(.tooLong(limit: byteLimit), line: 1) }
    var start = bytes.markEnd
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    let isMarkup = start < bytes.count && bytes[start] == UInt8(ascii: "<")
    let points = isMarkup ? try GPX.points(bytes) : try MeasuredTable.points(bytes)
    guard points.count > 0 else { throw .measured(.noPoints, line: 1) }
    return points
  }
}
