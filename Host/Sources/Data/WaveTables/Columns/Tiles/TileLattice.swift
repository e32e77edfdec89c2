import WaveDataFeed

/// A grid of pixel columns, and the tiles of the grid that cover a window.
///
/// Each pixel column has the same number of ticks and starts at a multiple of that number.
struct TileLattice: Equatable, Sendable {
  /// The number of ticks in a pixel column.
  let ticks: Int64
  /// The grid indices of the window's pixel columns: tick ÷ `ticks`, rounded down.
  let columns: Range<Int64>
  /// The indices of the tiles that cover the window, limited to the axis.
  let tiles: Range<Int64>
  /// The grid indices of the pixel columns on the axis.
  ///
  /// There are no rows outside them.
  let axis: Range<Int64>

  /// Finds the tiles of a window.
  ///
  /// Returns nil if the window's pixel columns are not aligned to a grid, are fewer than in a tile, or lie
  /// outside the axis.
  init?(_ window: ColumnWindow, on axis: ColumnAxis) {
    let (width, isOver) = window.until.subtractingReportingOverflow(window.from)
    let pixels = Int64(window.pixels)
    guard !isOver, pixels >= Int64(ColumnTile.width), pixels <= 65_536, width >= pixels, width % pixels == 0,
      window.from % (width / pixels) == 0
    else { return nil }
    let first = window.from / (width / pixels)
    self.init(ticks: width / pixels, columns: first..<(first + pixels), on: axis)
  }

  /// Finds the tiles with a given number of ticks per pixel column that cover a range of x, or returns nil if
  /// the range lies outside the axis.
  init?(ticks: Int64, from: Int64, until: Int64, on axis: ColumnAxis) {
    guard until > from else { return nil }
    let first = Self.floor(from, by: ticks)
    self.init(ticks: ticks, columns: first..<(Self.floor(until - 1, by: ticks) + 1), on: axis)
  }

  private init?(ticks: Int64, columns: Range<Int64>, on axis: ColumnAxis) {
    guard axis.until > axis.from else { return nil }
    self.ticks = ticks
    self.columns = columns
    self.axis = Self.floor(axis.from, by: ticks)..<(Self.floor(axis.until - 1, by: ticks) + 1)
    let seen = columns.clamped(to: self.axis)
    guard !seen.isEmpty else { return nil }
    tiles = Self.tiles(of: seen)
  }

  /// The indices of all tiles on the axis.
  var allTiles: Range<Int64> { Self.tiles(of: axis) }

  /// Returns the window to use for requesting tiles, and the grid index of its first pixel column.
  func window(of tiles: Range<Int64>, order: ColumnOrder) -> (window: ColumnWindow, first: Int64) {
    let width = Int64(ColumnTile.width)
    let seen = (tiles.lowerBound * width..<tiles.upperBound * width).clamped(to: axis)
    return (
      ColumnWindow(
        order: order, from: seen.lowerBound * ticks, until: seen.upperBound * ticks, pixels: seen.count),
      seen.lowerBound
    )
  }

  private static func tiles(of columns: Range<Int64>) -> Range<Int64> {
    let width = Int64(ColumnTile.width)
    return floor(columns.lowerBound, by: width)..<(floor(columns.upperBound - 1, by: width) + 1)
  }

  /// Returns a quotient rounded down.
  static func floor(_ value: Int64, by step: Int64) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: step)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// A run of consecutive tiles that are missing for the same columns, so that one request can fetch all of
/// them.
struct TileStretch: Equatable, Sendable {
  var columns: [Int]
  var tiles: Range<Int64>

  /// Groups missing tiles so that no existing tile is requested again.
  ///
  /// - Parameters:
  ///   - tiles: The requested tiles.
  ///   - columns: The requested columns of the table.
  ///   - isHeld: Returns whether a tile of a column exists.
  /// - Returns: The groups, in the order of their tiles.
  static func missing(
    _ tiles: Range<Int64>, of columns: [Int], isHeld: (Int, Int64) -> Bool
  ) -> [TileStretch] {
    var made: [TileStretch] = []
    for tile in tiles {
      let missing = columns.filter { !isHeld($0, tile) }
      guard !missing.isEmpty else { continue }
      if let last = made.last, last.tiles.upperBound == tile, last.columns == missing {
        made[made.count - 1].tiles = last.tiles.lowerBound..<(tile + 1)
      } else {
        made.append(TileStretch(columns: missing, tiles: tile..<(tile + 1)))
      }
    }
    return made
  }
}
