public import WavePropagation
public import WaveUnits

/// Values at the posts of a regular grid in latitude and longitude, which can be written as map files.
public struct MapGrid: Latticed, Equatable, Sendable {
  /// The value that marks a post without a value.
  public static let nothing = CoverageMap.nothing

  /// The places of the posts.
  public let lattice: PostLattice
  /// The values in hundredths of a decibel, row by row from the north, and from the west in each row.
  public let values: [Int16]
  /// A note about the values, in UTF-8, which is written to files in formats that support it.
  public var note: [UInt8] = []

  /// Converts text to ASCII, for formats that support nothing else.
  ///
  /// Dashes and the minus sign become hyphens, non-breaking spaces become spaces, and other characters are
  /// removed.
  static func ascii(_ text: [UInt8]) -> [UInt8] {
    text.indices.compactMap { index in
      switch text[index] {
      case ..<0x80: text[index]
      case 0xE2: 0x2D
      case 0xA0 where index > 0 && text[index - 1] == 0xC2: 0x20
      default: nil
      }
    }
  }

  /// Creates a grid of a map's path losses, or of values derived from them such as received levels, omitting
  /// outer rows and columns that have no losses.
  ///
  /// - Parameters:
  ///   - map: The path losses.
  ///   - value: Converts a post's loss to its value, both in hundredths of a decibel; not called for posts
  ///     without a loss.
  public init(_ map: CoverageMap, value: (Int16) -> Int16 = { $0 }) {
    var (top, bottom, left, right) = (map.rowCount, -1, map.columnCount, -1)
    for row in 0..<map.rowCount {
      for column in 0..<map.columnCount
      where map.losses[row * map.columnCount + column] != CoverageMap.nothing {
        (top, bottom) = (Swift.min(top, row), row)
        (left, right) = (Swift.min(left, column), Swift.max(right, column))
      }
    }
    let isEmpty = bottom < 0
    if isEmpty { (top, bottom, left, right) = (0, 0, 0, 0) }
    lattice = PostLattice(
      northWest: map.place(row: top, column: left), latitudeStepDegrees: map.latitudeStepDegrees,
      longitudeStepDegrees: map.longitudeStepDegrees, rowCount: bottom - top + 1,
      columnCount: right - left + 1)
    var values: [Int16] = []
    values.reserveCapacity(lattice.rowCount * lattice.columnCount)
    for row in top...bottom {
      for column in left...right {
        let loss = isEmpty ? Self.nothing : map.losses[row * map.columnCount + column]
        values.append(loss == Self.nothing ? loss : value(loss))
      }
    }
    self.values = values
  }

  /// Creates a grid from values.
  ///
  /// - Parameters:
  ///   - lattice: The places of the posts.
  ///   - values: Hundredths of a decibel, row by row; a wrong number of values causes a trap.
  public init(_ lattice: PostLattice, values: [Int16]) {
    let (rowCount, columnCount) = (lattice.rowCount, lattice.columnCount)
    precondition(
      rowCount > 0 && columnCount > 0 && values.count == rowCount.saturatingMultiplying(by: columnCount),
      "A grid has a value for each of its rows and columns.")
    (self.lattice, self.values) = (lattice, values)
  }

  /// The edges of the image in degrees, half a post spacing beyond the outermost posts.
  public var edges: (north: Double, south: Double, west: Double, east: Double) {
    let north = northDegrees + latitudeStepDegrees / 2
    let west = westDegrees - longitudeStepDegrees / 2
    return (
      north, north - Double(rowCount) * latitudeStepDegrees, west,
      west + Double(columnCount) * longitudeStepDegrees
    )
  }

  /// Returns the value at the post nearest to a position.
  ///
  /// - Returns: Hundredths of a decibel, or nil if the map has no value there.
  /// - Complexity: O(1).
  public func value(at place: Coordinate) -> Int16? {
    post(nearestTo: place).flatMap { values[$0] == Self.nothing ? nil : values[$0] }
  }
}
