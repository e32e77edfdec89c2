/// Which content tiles have (tag 164).
///
/// Two contents have two numbers, so that what was kept of one is not shown for the other.
public struct TerrainVersions: Equatable, Sendable {
  /// The number of the first tile in this message.
  public var first: UInt16
  /// A number for each tile, at most `WireLimits.toldTiles`; 0 where the content is not to be kept.
  public var versions: [UInt64]

  /// Tells of contents.
  public init(first: UInt16, versions: [UInt64]) {
    self.first = first
    self.versions = versions
  }
}

extension TerrainVersions: Payload {
  static let tag: UInt16 = 164

  var reservedBytes: Int { 16 + versions.count * 8 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: first)
    let told = versions.prefix(WireLimits.toldTiles)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for version in told { bytes.append(littleEndian: version) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let start = cursor.position
    let first: UInt16 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.toldTiles)
    guard Int(first) + count <= WireLimits.tiles else { throw .invalid(byte: start) }
    var versions: [UInt64] = []
    versions.reserveCapacity(count)
    for _ in 0..<count { versions.append(try cursor.integer(bytes)) }
    self.init(first: first, versions: versions)
  }
}
