public import WaveWire

/// A surface model: an area in which heights of trees and roofs can be available.
public struct SurfacePart: Equatable, Sendable {
  /// The latitude of the northernmost posts, in degrees.
  public var northDegrees: Double = 0
  /// The longitude of the westernmost posts, in degrees, -180 to 360.
  public var westDegrees: Double = 0
  /// The latitude of the southernmost posts, in degrees.
  public var southDegrees: Double = 0
  /// The longitude of the easternmost posts, in degrees; it can exceed 180.
  public var eastDegrees: Double = 0
  /// The version of the model's contents, which differs for different contents; 0 if the contents must not be
  /// cached.
  public var version: UInt64 = 0
  /// The model's name in UTF-8, at most `WireLimits.terrainName` bytes.
  public var name: [UInt8] = []
  /// The reason why the model is not used, in UTF-8, at most `WireLimits.surfaceFault` bytes; empty if it is
  /// used.
  public var fault: [UInt8] = []

  /// Creates a model that is used.
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

  /// Creates a model that is not used, for the given reason.
  public init(name: [UInt8], fault: [UInt8]) {
    self.init(northDegrees: 0, westDegrees: 0, southDegrees: 0, eastDegrees: 0, version: 0, name: name)
    self.fault = fault
  }

  /// Whether the model is used.
  public var isUsed: Bool { fault.isEmpty }
}

/// The available surface models (tag 171).
///
/// Blocks of surface models have the posts of the ground's tiles and are requested with `BlockRequest`.
public struct TerrainSurfaces: Equatable, Sendable {
  /// The number of the first model in this message.
  public var first: UInt16 = 0
  /// The total number of models, at most `WireLimits.surfaceParts`.
  public var total: UInt16 = 0
  /// The models, at most `WireLimits.surfacePartsPerMessage`.
  public var parts: [SurfacePart] = []

  /// Creates a list of models.
  public init(first: UInt16, total: UInt16, parts: [SurfacePart]) {
    self.first = first
    self.total = total
    self.parts = parts
  }
}

extension TerrainSurfaces: Payload {
  @usableFromInline package static let tag: UInt16 = 171

  @usableFromInline package var reservedBytes: Int { 16 + parts.count * 80 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&first)
    coder.integer(&total)
    let count = coder.count(parts.count, as: UInt8.self, limit: WireLimits.surfacePartsPerMessage)
    coder.require(Int(total) <= WireLimits.surfaceParts && Int(first) + count <= Int(total), at: start)
    coder.elements(&parts, count: count)
  }
}

extension SurfacePart: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.double(&northDegrees, limit: 90)
    coder.double(&westDegrees, limit: 360)
    coder.double(&southDegrees, limit: 90)
    coder.double(&eastDegrees, limit: 720)
    coder.require(westDegrees >= -180 && southDegrees <= northDegrees, at: start)
    coder.require(westDegrees <= eastDegrees && eastDegrees - westDegrees <= 360.001, at: start)
    coder.integer(&version)
    coder.text(&name, limit: WireLimits.terrainName)
    coder.text(&fault, limit: WireLimits.surfaceFault)
  }
}
