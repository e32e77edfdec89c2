import WaveText
public import WaveUnits

/// The header of a file of Digital Terrain Elevation Data, of any level.
///
/// Source: MIL-PRF-89020B, Performance Specification, Digital Terrain Elevation Data, 2000, section 3.13.
public struct DTEDHeader: Equatable, Sendable {
  /// Bytes that tell where the posts are: the user header label.
  public static let byteCount = 80
  /// Bytes in front of the first record: user header label, data set identification and accuracy description.
  public static let fullByteCount = 80 + 648 + 2700

  /// The post in the south-west.
  public let southWest: Coordinate
  /// From one post to the next on a meridian, tenths of an arc-second.
  public let latitudeIntervalTenths: Int
  /// From one meridian to the next, tenths of an arc-second.
  public let longitudeIntervalTenths: Int
  /// Posts on a meridian.
  public let rowCount: Int
  /// Meridians.
  public let columnCount: Int
  /// Nine of ten heights are off by no more than this, m; nil where it is not known.
  public let verticalAccuracyMeters: Int?

  /// Reads where the posts are.
  ///
  /// - Parameter bytes: The file's first bytes, ``byteCount`` at least; what follows is not looked at.
  /// - Throws: `TerrainFormatError.terrain` with the byte of the field that cannot be read.
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

  /// Where the posts are.
  public var lattice: TerrainLattice {
    TerrainLattice(
      southWest: southWest, latitudeStepDegrees: Double(latitudeIntervalTenths) / 36_000,
      longitudeStepDegrees: Double(longitudeIntervalTenths) / 36_000, rowCount: rowCount,
      columnCount: columnCount)
  }

  /// The level, 0 to 2, that posts of this interval have; nil for any other.
  public var level: Int? {
    switch latitudeIntervalTenths {
    case 300: 0
    case 30: 1
    case 10: 2
    default: nil
    }
  }

  /// Bytes of a record: of one meridian, from south to north.
  public var recordByteCount: Int { 12 + 2 * rowCount }

  /// Bytes of the whole file.
  public var fileByteCount: Int { Self.fullByteCount + columnCount * recordByteCount }

  /// Looks whether the posts begin where a file's name says.
  ///
  /// - Parameter cell: What the name says; nil passes.
  /// - Throws: `TerrainFormatError.terrain` for another corner.
  public func check(cell: DegreeCell?) throws(TerrainFormatError) {
    guard let cell, cell.southWest != southWest else { return }
    throw .terrain(.wrongCorner, byte: 4)
  }

  /// Looks whether the header's other parts are there and say the same.
  ///
  /// Fields that a program left blank are passed over.
  ///
  /// - Parameter bytes: The file's first bytes, ``fullByteCount`` at least.
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
    // The label has whole seconds, these have tenths.
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
