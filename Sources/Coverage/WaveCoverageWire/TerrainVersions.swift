public import WaveWire

/// The versions of tiles' contents (tag 164).
///
/// Different contents have different versions, so that outdated cached blocks are not shown.
public struct TerrainVersions: Equatable, Sendable {
  /// The number of the first tile in this message.
  public var first: UInt16 = 0
  /// The version of each tile, at most `WireLimits.tilesPerMessage`; 0 if its contents must not be cached.
  public var versions: [UInt64] = []

  /// Creates a list of versions.
  public init(first: UInt16, versions: [UInt64]) {
    self.first = first
    self.versions = versions
  }
}

extension TerrainVersions: Payload {
  @usableFromInline package static let tag: UInt16 = 164

  @usableFromInline package var reservedBytes: Int { 16 + versions.count * 8 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&first)
    let count = coder.count(versions.count, as: UInt8.self, limit: WireLimits.tilesPerMessage)
    coder.require(Int(first) + count <= WireLimits.tiles, at: start)
    if C.isReading {
      versions = []
      versions.reserveCapacity(count)
    }
    // Versions are read one by one, so that an error reports the position of the truncated one.
    for index in 0..<count {
      var version = C.isReading ? 0 : versions[index]
      coder.integer(&version)
      if C.isReading { versions.append(version) }
    }
  }
}
