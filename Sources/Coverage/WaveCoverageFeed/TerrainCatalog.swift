public import WaveCoverageWire
import WaveUnits
import WaveWire

/// The tiles and surface models of a source, with the versions of their contents.
public struct TerrainCatalog: Sendable {
  /// The versions of the contents from which a block is read.
  public struct Content: Equatable, Sendable {
    /// The version of the block's tile; nil if the tile has none.
    public var tile: UInt64?
    /// The revision of the surface models; 0 if the block contains only the ground.
    public var surfaces: Int
  }

  /// The tiles, indexed by their numbers; tiles are never removed.
  public var tiles: [TerrainDescription]
  /// The version of each tile's contents; 0 if the contents must not be cached.
  ///
  /// If the list is empty, clients are sent no versions, and cache neither the contents nor the list of
  /// tiles.
  public var versions: [UInt64]
  /// The surface models; their number is constant.
  public var surfaces: [SurfacePart]
  /// A counter of the changes to surface models; 0 for a client that has not received any.
  public var surfaceRevision: Int
  /// A counter of the changes to tiles and surface models.
  public var revision: Int

  /// Creates an empty catalog, which is what a client knows before it receives any message.
  public init() { (tiles, versions, surfaces, surfaceRevision, revision) = ([], [], [], 0, 0) }

  /// Creates a catalog of tiles and surface models in their initial state.
  public init(tiles: [TerrainDescription], versions: [UInt64] = [], surfaces: [SurfacePart] = []) {
    self.tiles = tiles
    self.versions = versions
    self.surfaces = surfaces
    (surfaceRevision, revision) = (1, 1)
  }

  /// The reason for refusing a block that does not exist.
  public static var noSuchBlock: [UInt8] {
    TextWriter("There is no such part of the terrain. Reload the page to see what exists.").bytes
  }

  /// Returns the rows and columns of a block's posts in its tile, or nil if there is no such block.
  ///
  /// If there are any surface models, every ground block has a surface block.
  public func posts(of key: TerrainBlockKey) -> (rows: [Int], columns: [Int])? {
    guard Int(key.tile) < tiles.count, !key.isSurface || !surfaces.isEmpty else { return nil }
    return tiles[Int(key.tile)].posts(of: key)
  }

  /// Returns the versions of the contents from which a block is read.
  public func content(of key: TerrainBlockKey) -> Content {
    Content(
      tile: Int(key.tile) < versions.count ? versions[Int(key.tile)] : nil,
      surfaces: key.isSurface ? surfaceRevision : 0)
  }

  /// Returns messages about tiles and surface models that are new to a client or have changed.
  ///
  /// - Parameter known: The catalog that the client knows.
  /// - Returns: Messages with surface models, replaced tiles and new tiles, in this order.
  /// - Complexity: O(tiles).
  public func messages(since known: TerrainCatalog) -> [CoverageMessage] {
    var messages: [CoverageMessage] = []
    if surfaceRevision != known.surfaceRevision {
      for first in stride(from: 0, to: surfaces.count, by: WireLimits.surfacePartsPerMessage) {
        let parts = surfaces[first...].prefix(WireLimits.surfacePartsPerMessage)
        messages.append(
          .surfaces(
            TerrainSurfaces(
              first: UInt16(clamping: first), total: UInt16(clamping: surfaces.count), parts: Array(parts))))
      }
    }
    for tile in known.versions.indices where tile < versions.count && versions[tile] != known.versions[tile] {
      append(tile..<tile + 1, to: &messages)
    }
    for first in stride(from: known.tiles.count, to: tiles.count, by: WireLimits.tilesPerMessage) {
      append(first..<Swift.min(first + WireLimits.tilesPerMessage, tiles.count), to: &messages)
    }
    return messages
  }

  private func append(_ range: Range<Int>, to messages: inout [CoverageMessage]) {
    let first = UInt16(clamping: range.lowerBound)
    messages.append(
      .tiles(TerrainList(first: first, total: UInt16(clamping: tiles.count), tiles: Array(tiles[range]))))
    guard range.upperBound <= versions.count else { return }
    messages.append(.versions(TerrainVersions(first: first, versions: Array(versions[range]))))
  }
}
