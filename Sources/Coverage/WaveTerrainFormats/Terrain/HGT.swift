public import WavePropagation
import WaveUnits

/// A reader of heights from the Shuttle Radar Topography Mission, in files of one square degree that have no
/// header and state their position in their name.
///
/// Rows go from north to south, in big-endian two's complement, with -32768 for a void.
///
/// Source: SRTM Topography, USGS, SRTM documentation 2.1, 2005.
public enum HGT {
  /// The maximum number of bytes in a file.
  public static let byteLimit = 2 * TerrainLattice.postLimit * TerrainLattice.postLimit

  /// Returns the positions of the posts, derived from the file's name and length.
  ///
  /// Tiles are squares whose posts divide a degree into whole arc-seconds, or have 3601 rows of 1801 posts,
  /// as used beyond latitude 50°.
  ///
  /// - Parameters:
  ///   - byteCount: The unpacked length of the file.
  ///   - cell: The cell in the file's name.
  /// - Returns: The grid of posts.
  /// - Throws: `TerrainFormatError.terrain` if no tile has that length.
  public static func lattice(byteCount: Int, cell: DegreeCell) throws(TerrainFormatError) -> TerrainLattice {
    guard byteCount > 0 else { throw .empty }
    guard byteCount <= byteLimit else {
      throw .terrain(.tooManyPosts(limit: TerrainLattice.postLimit), byte: 0)
    }
    var (rows, columns) = (3601, 1801)
    if byteCount != 2 * rows * columns {
      rows = Int(saturating: (Double(byteCount) / 2).squareRoot())
      columns = rows
    }
    guard byteCount == 2 * rows * columns, rows >= 2, 3600 % (rows - 1) == 0 else {
      throw .terrain(.noTileLength(byteCount), byte: byteCount)
    }
    return TerrainLattice(
      southWest: cell.southWest, latitudeStepDegrees: 1 / Double(rows - 1),
      longitudeStepDegrees: 1 / Double(columns - 1), rowCount: rows, columnCount: columns)
  }

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, unpacked.
  ///   - cell: The cell in the file's name.
  /// - Returns: The tile, including the edge posts that it shares with its neighbours; -32767, DTED's void,
  ///   is also read as a void.
  /// - Throws: `TerrainFormatError.terrain` if no tile has that length; nothing else can be checked.
  /// - Complexity: O(posts); the tile's heights are allocated once.
  public static func tile(_ bytes: Span<UInt8>, cell: DegreeCell) throws(TerrainFormatError) -> TerrainTile {
    let lattice = try lattice(byteCount: bytes.count, cell: cell)
    var heights = [Int16](repeating: TerrainTile.void, count: lattice.postCount)
    for post in 0..<lattice.postCount {
      let height = Int16(bitPattern: bytes.bigEndian(at: 2 * post))
      if height != -32_767 { heights[post] = height }
    }
    return try lattice.tile(heights)
  }
}
