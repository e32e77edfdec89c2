public import WavePropagation
public import WaveUnits

/// Values at the posts of a lattice in latitude and longitude, to be written as a file of a map.
public struct MapGrid: Equatable, Sendable {
  /// The value of a post that has none.
  public static let nothing = CoverageMap.nothing

  /// The post in the north-west.
  public let northWest: Coordinate
  /// From one row of posts to the next, degrees of latitude.
  public let latitudeStepDegrees: Double
  /// From one column of posts to the next, degrees of longitude.
  public let longitudeStepDegrees: Double
  /// Rows, from north to south.
  public let rowCount: Int
  /// Columns, from west to east.
  public let columnCount: Int
  /// Hundredths of a decibel, row by row from the north, each from the west.
  public let values: [Int16]
  /// What who reads a file is to know of the values, in UTF-8; formats that have no place for it leave it
  /// out.
  public var note: [UInt8] = []

  /// A text in ASCII, for formats that have no other: dashes and the real minus become hyphens, blanks that
  /// do not break plain ones, other characters go.
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

  /// Takes path loss as a map has it, without the rows and columns at its edges that have none.
  public init(_ map: CoverageMap) {
    self.init(map) { $0 }
  }

  /// Takes received levels, or whatever else follows from path loss.
  ///
  /// - Parameters:
  ///   - map: Path loss.
  ///   - value: What a post's value is, both in hundredths of a decibel; not asked for posts that have none.
  public init(_ map: CoverageMap, value: (Int16) -> Int16) {
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
    northWest = map.place(row: top, column: left)
    latitudeStepDegrees = map.latitudeStepDegrees
    longitudeStepDegrees = map.longitudeStepDegrees
    rowCount = bottom - top + 1
    columnCount = right - left + 1
    var values: [Int16] = []
    values.reserveCapacity(rowCount * columnCount)
    for row in top...bottom {
      for column in left...right {
        let loss = isEmpty ? Self.nothing : map.losses[row * map.columnCount + column]
        values.append(loss == Self.nothing ? loss : value(loss))
      }
    }
    self.values = values
  }

  /// The edges of the picture, half a post beyond the outermost ones, degrees.
  public var edges: (north: Double, south: Double, west: Double, east: Double) {
    let north = northWest.latitudeDegrees + latitudeStepDegrees / 2
    let west = northWest.longitudeDegrees - longitudeStepDegrees / 2
    return (
      north, north - Double(rowCount) * latitudeStepDegrees, west,
      west + Double(columnCount) * longitudeStepDegrees
    )
  }

  /// The place of a post.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(column) * longitudeStepDegrees)
  }
}
