import WaveText
public import WaveUnits

/// The header of a file of Digital Terrain Elevation Data, of any level.
///
/// Source: MIL-PRF-89020B, Performance Specification, Digital Terrain Elevation Data, 2000, section 3.13.
public struct DTEDHeader: Equatable, Sendable {
  /// The number of bytes in the user header label, which describes the posts.
  public static let byteCount = 80
  /// The number of bytes before the first record: user header label, data set identification and accuracy
  /// description.
  public static let fullByteCount = 80 + 648 + 2700

  /// The south-western post.
  public let southWest: Coordinate
  /// The spacing of posts along a meridian, in tenths of an arc-second.
  public let latitudeIntervalTenths: Int
  /// The spacing of meridians, in tenths of an arc-second.
  public let longitudeIntervalTenths: Int
  /// The number of posts along a meridian.
  public let rowCount: Int
  /// The number of meridians.
  public let columnCount: Int
  /// The vertical accuracy (90 % linear error) in metres; nil if unknown.
  public let verticalAccuracyMeters: Int?

  /// Parses the positions of the posts.
  ///
  /// - Parameter bytes: The file's first bytes, at least ``byteCount``; further bytes are ignored.
  /// - Throws: `TerrainFormatError.terrain` with the byte offset of an invalid field.
  public init(_ bytes: Span<UInt8>) throws(TerrainFormatError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.holds("UHL1", at: 0) else { throw .terrain(.noHeader(.userLabel), byte: 0) }
    guard bytes.count >= Self.byteCount else { throw .terrain(.truncatedHeader, byte: bytes.count) }
    southWest = Coordinate(
      latitudeDegrees: try DTEDField.degrees(bytes, at: 12, .latitude),
      longitudeDegrees: try DTEDField.degrees(bytes, at: 4, .longitude))
    longitudeIntervalTenths = try DTEDField.number(bytes, at: 20, from: 1, .longitudeInterval)
    latitudeIntervalTenths = try DTEDField.number(bytes, at: 24, from: 1, .latitudeInterval)
    verticalAccuracyMeters = DTEDField.number(bytes, 28..<32)
    columnCount = try DTEDField.number(bytes, at: 47, from: 2, .lineCount)
    rowCount = try DTEDField.number(bytes, at: 51, from: 2, .postCount)
    guard columnCount <= TerrainLattice.postLimit else {
      throw .terrain(.tooManyPosts(limit: TerrainLattice.postLimit), byte: 47)
    }
    guard rowCount <= TerrainLattice.postLimit else {
      throw .terrain(.tooManyPosts(limit: TerrainLattice.postLimit), byte: 51)
    }
    let tenthsOfCell = 36_000
    guard (columnCount - 1) * longitudeIntervalTenths <= tenthsOfCell,
      (rowCount - 1) * latitudeIntervalTenths <= tenthsOfCell,
      southWest.latitudeDegrees >= -90, southWest.longitudeDegrees >= -180,
      lattice.northEast.latitudeDegrees <= 90.000_001, lattice.northEast.longitudeDegrees <= 180.000_001
    else { throw .terrain(.beyondCell, byte: 4) }
  }

  /// The positions of the posts.
  public var lattice: TerrainLattice {
    TerrainLattice(
      southWest: southWest, latitudeStepDegrees: Double(latitudeIntervalTenths) / 36_000,
      longitudeStepDegrees: Double(longitudeIntervalTenths) / 36_000, rowCount: rowCount,
      columnCount: columnCount)
  }

  /// The DTED level, 0 to 2, with this post spacing; nil if there is no such level.
  public var level: Int? {
    switch latitudeIntervalTenths {
    case 300: 0
    case 30: 1
    case 10: 2
    default: nil
    }
  }

  /// The number of bytes in a record, which contains one meridian from south to north.
  public var recordByteCount: Int { 12 + 2 * rowCount }

  /// The number of bytes in the file.
  public var fileByteCount: Int { Self.fullByteCount + columnCount * recordByteCount }

  /// Checks that the south-western corner agrees with the file's name.
  ///
  /// - Parameter cell: The cell in the name; nil skips the check.
  /// - Throws: `TerrainFormatError.terrain` if the corner differs.
  public func check(cell: DegreeCell?) throws(TerrainFormatError) {
    guard let cell, cell.southWest != southWest else { return }
    throw .terrain(.wrongCorner, byte: 4)
  }

  /// Checks that the header's other parts exist and agree with its first part.
  ///
  /// Blank fields are ignored.
  ///
  /// - Parameter bytes: The file's first bytes, at least ``fullByteCount``.
  /// - Throws: `TerrainFormatError.terrain`.
  func checkParts(_ bytes: Span<UInt8>) throws(TerrainFormatError) {
    guard bytes.count >= Self.fullByteCount else { throw .terrain(.truncatedHeader, byte: bytes.count) }
    guard bytes.holds("DSI", at: 80) else { throw .terrain(.noHeader(.description), byte: 80) }
    guard bytes.holds("ACC", at: 728) else { throw .terrain(.noHeader(.accuracy), byte: 728) }
    let repeated: [(place: Int, value: Int, field: TerrainFault.Field)] = [
      (353, latitudeIntervalTenths, .latitudeInterval), (357, longitudeIntervalTenths, .longitudeInterval),
      (361, rowCount, .postCount), (365, columnCount, .lineCount),
    ]
    for (place, value, field) in repeated {
      if let found = DTEDField.number(bytes, place..<(place + 4)), found != value {
        throw .terrain(.contradiction(field), byte: place)
      }
    }
    // The label is in whole seconds, while these fields have tenths.
    let second = 0.9999 / 3600
    if let latitude = DTEDField.degrees(bytes, at: 265, degreeDigits: 2, decimals: 1),
      (latitude - southWest.latitudeDegrees).magnitude >= second
    {
      throw .terrain(.contradiction(.latitude), byte: 265)
    }
    if let longitude = DTEDField.degrees(bytes, at: 274, degreeDigits: 3, decimals: 1),
      (longitude - southWest.longitudeDegrees).magnitude >= second
    {
      throw .terrain(.contradiction(.longitude), byte: 274)
    }
  }
}
