package import WaveWire

/// Which content tiles have (tag 164).
///
/// Two contents have two numbers, so that what was kept of one is not shown for the other.
public struct TerrainVersions: Equatable, Sendable {
  /// The number of the first tile in this message.
  public var first: UInt16 = 0
  /// A number for each tile, at most `WireLimits.toldTiles`; 0 where the content is not to be kept.
  public var versions: [UInt64] = []

  /// Tells of contents.
  public init(first: UInt16, versions: [UInt64]) {
    self.first = first
    self.versions = versions
  }
}

extension TerrainVersions: Payload {
  package static let tag: UInt16 = 164

  package var reservedBytes: Int { 16 + versions.count * 8 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&first)
    let count = coder.count(versions.count, as: UInt8.self, limit: WireLimits.toldTiles)
    coder.require(Int(first) + count <= WireLimits.tiles, at: start)
    if C.isReading {
      versions = []
      versions.reserveCapacity(count)
    }
    // Read one by one, so that a fault has the position of the one that is cut off.
    for index in 0..<count {
      var version = C.isReading ? 0 : versions[index]
      coder.integer(&version)
      if C.isReading { versions.append(version) }
    }
  }
}
