public import WavePropagation
public import WaveUnits

/// Values at the posts of a regular grid in latitude and longitude, which can be written as map files.
public struct MapGrid: Equatable, Sendable {
  /// The value that marks a post without a value.
  public static let nothing = CoverageMap.nothing

  /// The north-western post.
  public let northWest: Coordinate
  /// The spacing of rows of posts, in degrees of latitude.
  public let latitudeStepDegrees: Double
  /// The spacing of columns of posts, in degrees of longitude.
  public let longitudeStepDegrees: Double
  /// The number of rows, from north to south.
  public let rowCount: Int
  /// The number of columns, from west to east.
  public let columnCount: Int
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

  /// Creates a grid of a map's path losses, omitting outer rows and columns that have no losses.
  public init(_ map: CoverageMap) {
    self.init(map) { $0 }
  }

  /// Creates a grid of received levels, or of other values derived from path loss.
  ///
  /// - Parameters:
  ///   - map: The path losses.
  ///   - value: Converts a post's loss to its value, both in hundredths of a decibel; not called for posts
  ///     without a loss.
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

  /// The edges of the image in degrees, half a post spacing beyond the outermost posts.
  public var edges: (north: Double, south: Double, west: Double, east: Double) {
    let north = northWest.latitudeDegrees + latitudeStepDegrees / 2
    let west = northWest.longitudeDegrees - longitudeStepDegrees / 2
    return (
      north, north - Double(rowCount) * latitudeStepDegrees, west,
      west + Double(columnCount) * longitudeStepDegrees
    )
  }

  /// Returns the position of a post.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(column) * longitudeStepDegrees)
  }
}
