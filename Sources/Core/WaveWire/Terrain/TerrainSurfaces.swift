/// A model of the surface: where it may know how high trees and roofs reach.
public struct SurfacePart: Equatable, Sendable {
  /// Latitude of its northernmost posts, degrees.
  public var northDegrees: Double
  /// Longitude of its westernmost posts, degrees, -180 to 360.
  public var westDegrees: Double
  /// Latitude of its southernmost posts, degrees.
  public var southDegrees: Double
  /// Longitude of its easternmost posts, degrees; it may be beyond 180.
  public var eastDegrees: Double
  /// Which content it has: another content has another number; 0 where it is not to be kept.
  public var version: UInt64
  /// Its name in UTF-8, at most `WireLimits.terrainName` bytes.
  public var name: [UInt8]
  /// Why it is not used, in UTF-8, at most `WireLimits.surfaceFault` bytes; empty where it is.
  public var fault: [UInt8]

  /// Describes a model that is used.
  public init(
    northDegrees: Double, westDegrees: Double, southDegrees: Double, eastDegrees: Double, version: UInt64,
    name: [UInt8]
  ) {
    self.northDegrees = northDegrees
    self.westDegrees = westDegrees
    self.southDegrees = southDegrees
    self.eastDegrees = eastDegrees
    self.version = version
    self.name = name
    fault = []
  }

  /// Describes a model that is not used, and why.
  public init(name: [UInt8], fault: [UInt8]) {
    self.init(northDegrees: 0, westDegrees: 0, southDegrees: 0, eastDegrees: 0, version: 0, name: name)
    self.fault = fault
  }

  /// Whether it is used.
  public var isUsed: Bool { fault.isEmpty }
}

/// Which models of the surface there are (tag 171).
///
/// Blocks of theirs are asked for like the ground's, at the posts of the ground's tiles.
public struct TerrainSurfaces: Equatable, Sendable {
  /// The number of the first model in this message.
  public var first: UInt16
  /// How many there are in all, at most `WireLimits.surfaceParts`.
  public var total: UInt16
  /// The models, at most `WireLimits.toldSurfaceParts`.
  public var parts: [SurfacePart]

  /// Tells of models.
  public init(first: UInt16, total: UInt16, parts: [SurfacePart]) {
    self.first = first
    self.total = total
    self.parts = parts
  }
}

extension TerrainSurfaces: Payload {
  static let tag: UInt16 = 171

  var reservedBytes: Int { 16 + parts.count * 80 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: first)
    bytes.append(littleEndian: total)
    let told = parts.prefix(WireLimits.toldSurfaceParts)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for part in told {
      bytes.append(littleEndian: part.northDegrees)
      bytes.append(littleEndian: part.westDegrees)
      bytes.append(littleEndian: part.southDegrees)
      bytes.append(littleEndian: part.eastDegrees)
      bytes.append(littleEndian: part.version)
      bytes.append(text: part.name, limit: WireLimits.terrainName)
      bytes.append(text: part.fault, limit: WireLimits.surfaceFault)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let firstByte = cursor.position
    let first: UInt16 = try cursor.integer(bytes)
    let total: UInt16 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.toldSurfaceParts)
    guard Int(total) <= WireLimits.surfaceParts, Int(first) + count <= Int(total) else {
      throw .invalid(byte: firstByte)
    }
    var parts: [SurfacePart] = []
    parts.reserveCapacity(count)
    for _ in 0..<count {
      let placeByte = cursor.position
      let north = try cursor.double(bytes, limit: 90)
      let west = try cursor.double(bytes, limit: 360)
      let south = try cursor.double(bytes, limit: 90)
      let east = try cursor.double(bytes, limit: 720)
      guard west >= -180, south <= north, west <= east, east - west <= 360.001 else {
        throw .invalid(byte: placeByte)
      }
      var part = SurfacePart(
        northDegrees: north, westDegrees: west, southDegrees: south, eastDegrees: east,
        version: try cursor.integer(bytes), name: try cursor.text(bytes, limit: WireLimits.terrainName))
      part.fault = try cursor.text(bytes, limit: WireLimits.surfaceFault)
      parts.append(part)
    }
    self.init(first: first, total: total, parts: parts)
  }
}
