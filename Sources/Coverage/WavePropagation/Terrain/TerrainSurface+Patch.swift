public import WaveUnits

extension TerrainSurface {
  /// The maximum number of posts in a patch.
  public static let patchPostLimit = 100_000_000

  /// Assembles the posts around a position.
  ///
  /// The patch has the grid of the finest tile that contains the position; heights of tiles with different
  /// grids are interpolated bilinearly.
  ///
  /// - Parameters:
  ///   - center: The position around which posts are needed.
  ///   - radiusMeters: The radius within which posts are needed, above 0; a few more are included for
  ///     interpolation.
  /// - Returns: The patch.
  /// - Throws: `TerrainError` if no tile contains the position, the ground there is void, the position is
  ///   close to a pole, or there are too many posts.
  /// - Complexity: O(posts), two arrays.
  public func patch(around center: Coordinate, radiusMeters: Double) throws(TerrainError) -> TerrainPatch {
    guard center.isPlace, center.latitudeDegrees.magnitude < 85, radiusMeters > 0 else {
      throw .beyondMap(center)
    }
    _ = try height(at: center)
    guard let anchor = tiles.first(where: { $0.position(of: center, beyond: 1) != nil }) else {
      throw .noTile(center)
    }
    let up = radiusMeters / 110_500 + 2 * anchor.latitudeStepDegrees
    let widest = Swift.min(center.latitudeDegrees.magnitude + up, 89)
    guard widest < 89 else { throw .beyondMap(center) }
    let across =
      radiusMeters / (111_300 * Trigonometry.sineCosine(turns: widest / 360).cosine)
      + 2 * anchor.longitudeStepDegrees
    let (row, column) = anchor.position(of: center, beyond: 1) ?? (0, 0)
    let (rows, columns) = (up / anchor.latitudeStepDegrees, across / anchor.longitudeStepDegrees)
    guard 4 * rows * columns < Double(Self.patchPostLimit) else {
      throw .tooManyPosts(Int(saturating: Swift.min(4 * rows * columns, 1e15)))
    }
    let (top, left) = (
      Int(saturating: (row - rows).rounded(.down)), Int(saturating: (column - columns).rounded(.down))
    )
    let (bottom, right) = (
      Int(saturating: (row + rows).rounded(.up)), Int(saturating: (column + columns).rounded(.up))
    )
    var patch = TerrainPatch(
      PostLattice(
        northWest: anchor.place(row: top, column: left), latitudeStepDegrees: anchor.latitudeStepDegrees,
        longitudeStepDegrees: anchor.longitudeStepDegrees, rowCount: bottom - top + 1,
        columnCount: right - left + 1),
      of: tiles)
    patch.fill()
    return patch
  }
}

extension TerrainPatch {
  /// Creates a patch with the heights of tiles; earlier tiles take precedence.
  init(_ lattice: PostLattice, of tiles: [TerrainTile]) {
    let count = lattice.rowCount * lattice.columnCount
    self.init(
      lattice: lattice, heights: [Float](repeating: 0, count: count),
      posts: [Post](repeating: .absent, count: count))
    for tile in tiles { copyHeights(of: tile) }
  }

  /// Copies a tile's heights to the posts whose height is not yet known.
  mutating func copyHeights(of tile: TerrainTile) {
    let rowStep = latitudeStepDegrees / tile.latitudeStepDegrees
    let columnStep = longitudeStepDegrees / tile.longitudeStepDegrees
    let firstRow = (tile.northDegrees - northDegrees) / tile.latitudeStepDegrees
    // The patch's first column relative to the tile's, in either direction around the earth.
    let east = (westDegrees - tile.westDegrees).remainder(dividingBy: 360)
    for turn in [east - 360, east, east + 360] {
      let firstColumn = turn / tile.longitudeStepDegrees
      let rows = Self.covered(rowCount, from: firstRow, by: rowStep, of: tile.rowCount)
      let columns = Self.covered(columnCount, from: firstColumn, by: columnStep, of: tile.columnCount)
      guard !rows.isEmpty, !columns.isEmpty else { continue }
      let isAligned =
        (rowStep - 1).magnitude < 1e-6 && (columnStep - 1).magnitude < 1e-6
        && (firstRow - firstRow.rounded()).magnitude < 0.01
        && (firstColumn - firstColumn.rounded()).magnitude < 0.01
      if isAligned {
        copy(tile, rows, columns, Int(saturating: firstRow.rounded()), Int(saturating: firstColumn.rounded()))
      } else {
        blend(tile, rows, columns, (firstRow, rowStep), (firstColumn, columnStep))
      }
    }
  }

  /// Finds the rows or columns of the patch that are within a tile.
  ///
  /// - Parameters:
  ///   - count: The number of rows or columns in the patch.
  ///   - first: The position of the patch's first row or column in the tile, in posts of the tile.
  ///   - step: The distance between rows or columns of the patch, in posts of the tile.
  ///   - posts: The number of rows or columns in the tile.
  /// - Returns: The range of the patch's rows or columns.
  private static func covered(_ count: Int, from first: Double, by step: Double, of posts: Int) -> Range<Int>
  {
    let low = Swift.max(0, ((-first - 1e-6) / step).rounded(.up))
    let high = Swift.min(Double(count - 1), ((Double(posts - 1) - first + 1e-6) / step).rounded(.down))
    return low <= high ? Int(saturating: low)..<(Int(saturating: high) + 1) : 0..<0
  }

  private mutating func copy(
    _ tile: TerrainTile, _ rows: Range<Int>, _ columns: Range<Int>, _ firstRow: Int, _ firstColumn: Int
  ) {
    let rows = rows.clamped(to: -firstRow..<(tile.rowCount - firstRow))
    let columns = columns.clamped(to: -firstColumn..<(tile.columnCount - firstColumn))
    let columnCount = columnCount
    heights.withUnsafeMutableBufferPointer { heights in
      posts.withUnsafeMutableBufferPointer { posts in
        tile.heights.withUnsafeBufferPointer { source in
          for row in rows {
            let (first, place) = (row * columnCount, (row + firstRow) * tile.columnCount + firstColumn)
            // The loop has no branches, so that it is vectorised.
            for column in columns {
              let (old, height) = (posts[first &+ column], source[place &+ column])
              let new: Post = height == TerrainTile.void ? .void : .known
              let meters: Float = height == TerrainTile.void ? 0 : Float(height)
              posts[first &+ column] = old == .known ? old : new
              heights[first &+ column] = old == .known ? heights[first &+ column] : meters
            }
          }
        }
      }
    }
  }

  private mutating func blend(
    _ tile: TerrainTile, _ rows: Range<Int>, _ columns: Range<Int>, _ row: (first: Double, step: Double),
    _ column: (first: Double, step: Double)
  ) {
    func split(_ position: Double, _ count: Int) -> (Int, Double) {
      let low = Swift.max(0, Swift.min(count - 2, Int(saturating: position.rounded(.down))))
      return (low, Swift.max(0, Swift.min(1, position - Double(low))))
    }
    for y in rows {
      let down = split(row.first + Double(y) * row.step, tile.rowCount)
      for x in columns where posts[y * columnCount + x] != .known {
        let right = split(column.first + Double(x) * column.step, tile.columnCount)
        let height = TerrainSurface.height(down, right) { tile.height($0, $1) }
        posts[y * columnCount + x] = height == nil ? .void : .known
        heights[y * columnCount + x] = Float(height ?? 0)
      }
    }
  }
}
