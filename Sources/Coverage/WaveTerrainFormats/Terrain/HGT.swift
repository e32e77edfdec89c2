public import WavePropagation
import WaveUnits

/// Heights of the Shuttle Radar Topography Mission: a square degree without a header, whose name says where
/// it is.
///
/// Rows from north to south, big-endian two's complement, -32768 where there is no height.
///
/// Source: SRTM Topography, USGS, SRTM documentation 2.1, 2005.
public enum HGT {
  /// Bytes of a file at most.
  public static let byteLimit = 2 * TerrainLattice.postLimit * TerrainLattice.postLimit

  /// Where the posts are, as name and length tell.
  ///
  /// Tiles are squares whose posts divide a degree into whole arc-seconds, or 3601 rows of 1801 posts as from
  /// 50° on.
  ///
  /// - Parameters:
  ///   - byteCount: The file's length, unpacked.
  ///   - cell: The degree that its name says.
  /// - Returns: The posts.
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

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, unpacked.
  ///   - cell: The degree that its name says.
  /// - Returns: Its posts, those of the edges that neighbours have too among them; -32767, DTED's void, is
  ///   one as well.
  /// - Throws: `TerrainFormatError.terrain` if no tile has that length; nothing else in it can be checked.
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
