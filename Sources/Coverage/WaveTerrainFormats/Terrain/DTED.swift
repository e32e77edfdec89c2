public import WavePropagation

/// A reader of Digital Terrain Elevation Data, which has one record for each meridian from west to east, with
/// posts from south to north.
///
/// Heights are stored in big-endian sign-magnitude form, with -32767 for a void; read as two's complement, a
/// void would be -1 m.
///
/// Source: MIL-PRF-89020B, Performance Specification, Digital Terrain Elevation Data, 2000, section 3.12.
public enum DTED {
  /// Parses and validates a file of level 0, 1 or 2.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: The tile, including the edge posts that it shares with its neighbours.
  /// - Throws: `TerrainFormatError.terrain` with the byte offset of an error in the header, the length, or a
  ///   checksum.
  /// - Complexity: O(posts); the tile's heights are allocated once.
  public static func tile(_ bytes: Span<UInt8>) throws(TerrainFormatError) -> TerrainTile {
    let header = try DTEDHeader(bytes)
    try header.checkParts(bytes)
    guard bytes.count == header.fileByteCount else {
      throw .terrain(.wrongLength(expected: header.fileByteCount, found: bytes.count), byte: bytes.count)
    }
    var heights = [Int16](repeating: TerrainTile.void, count: header.rowCount * header.columnCount)
    for column in 0..<header.columnCount { try read(column, header, bytes, into: &heights) }
    return try header.lattice.tile(heights)
  }

  /// Parses a meridian's record and stores its heights in the column of that meridian.
  private static func read(
    _ column: Int, _ header: DTEDHeader, _ bytes: Span<UInt8>, into heights: inout [Int16]
  ) throws(TerrainFormatError) {
    let start = DTEDHeader.fullByteCount + column * header.recordByteCount
    let sumPlace = start + header.recordByteCount - 4
    guard bytes[start] == 0xAA else { throw .terrain(.record(column + 1, .missing), byte: start) }
    // A record has at most 7,212 bytes, so the sum cannot overflow.
    var sum: UInt32 = 0
    for place in start..<sumPlace { sum += UInt32(bytes[place]) }
    let expected = UInt32(bytes.bigEndian(at: sumPlace)) << 16 | UInt32(bytes.bigEndian(at: sumPlace + 2))
    guard sum == expected else {
      throw .terrain(.record(column + 1, .checksum(expected: expected, found: sum)), byte: start)
    }
    let number = Int(bytes[start + 1]) << 16 | Int(bytes.bigEndian(at: start + 2))
    guard number == column, bytes.bigEndian(at: start + 4) == column, bytes.bigEndian(at: start + 6) == 0
    else { throw .terrain(.record(column + 1, .misplaced), byte: start) }
    var target = (header.rowCount - 1) * header.columnCount + column
    for row in 0..<header.rowCount {
      let place = start + 8 + 2 * row
      let bits = bytes.bigEndian(at: place)
      let magnitude = Int16(bits & 0x7FFF)
      if bits < 0x8000 {
        heights[target] = magnitude
      } else if magnitude != 0x7FFF {
        // The limit is one and a half times the depth of the deepest sea.
        guard magnitude < 16_000 else {
          throw .terrain(.record(column + 1, .impossibleHeight(-Int(magnitude))), byte: place)
        }
        heights[target] = -magnitude
      }
      target -= header.columnCount
    }
  }
}

extension Span<UInt8> {
  /// Reads a big-endian 16-bit integer; both bytes must exist.
  func bigEndian(at place: Int) -> UInt16 { UInt16(self[place]) << 8 | UInt16(self[place + 1]) }
}

extension TerrainLattice {
  /// Creates a tile with these posts and the given heights.
  func tile(_ heights: [Int16]) throws(TerrainFormatError) -> TerrainTile {
    do throws(TerrainError) {
      return try TerrainTile(posts, heights: heights)
    } catch {
      throw .terrain(.beyondCell, byte: 0)
    }
  }
}
