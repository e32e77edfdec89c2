import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation

/// Tiles assembled for computing a map, with the surface models above them.
struct CoveredGround: Sendable {
  /// The bare ground.
  private(set) var ground = TerrainSurface()
  /// The tiles of the surface models.
  private(set) var models = TerrainSurface()

  /// Adds a tile of the ground or of a surface model.
  mutating func add(_ tile: TerrainTile, isModel: Bool) {
    if isModel { models.add(tile) } else { ground.add(tile) }
  }

  /// Returns the posts around a plan's transmitter, including the surface models and clutter that obstruct
  /// its rays.
  func patch(for plan: CoveragePlan) throws(TerrainError) -> TerrainPatch {
    var patch = try ground.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    patch.cover(by: models, clutterMeters: plan.clutterMeters)
    return patch
  }
}

/// The assembled ground of a map, and the blocks that it consists of.
struct MapGround: Sendable {
  /// The number of posts in a map above which its coarse preview uses every fourth post instead of every
  /// second.
  private static let manyPosts = 200_000.0

  /// The ground with all posts at the map's level of resolution.
  private(set) var whole = CoveredGround()
  /// The ground with every second or fourth post.
  private(set) var coarse = CoveredGround()
  /// The blocks of the assembled ground.
  private(set) var keys: [TerrainBlockKey] = []
  /// The index of the transmitter for which the ground was assembled; nil if there is none.
  private(set) var site: Int?
  /// The number of times the tiles' resolution is halved.
  private(set) var level: UInt8 = 0
  /// The approximate number of full-resolution posts within the next map; 0 if there is no such map.
  private(set) var postCount = 0.0
  private var coarseStep = 2

  /// Returns whether ground has been assembled for a transmitter's map.
  func isReady(for site: Int) -> Bool { !whole.ground.tiles.isEmpty && self.site == site }

  /// Returns whether exactly these blocks have been assembled for a transmitter's map.
  func has(_ needed: [TerrainBlockKey], for site: Int) -> Bool {
    self.site == site && needed.count == keys.count && needed.allSatisfy { keys.contains($0) }
  }

  /// Chooses the blocks around a plan's transmitter, at the finest level that stays within the limit on the
  /// number of posts.
  mutating func choose(for plan: CoveragePlan, of tiles: [TerrainDescription]) -> [TerrainBlockKey] {
    guard let ground = CoverageGround(within: plan, of: tiles) else { return [] }
    coarseStep = ground.postCount > Self.manyPosts ? 4 : 2
    level = ground.level
    postCount = CoverageGround.postCount(within: plan, of: tiles, level: 0) ?? 0
    return ground.keys
  }

  /// Assembles the available blocks.
  ///
  /// Until all blocks are available, the coarsest blocks of their tiles fill the gaps.
  ///
  /// - Parameters:
  ///   - needed: The blocks to assemble.
  ///   - store: The available blocks.
  ///   - site: The index of the transmitter for which the ground is assembled.
  mutating func assemble(_ needed: [TerrainBlockKey], of store: TerrainStore, for site: Int) {
    self.site = site
    // The order does not depend on the pin, so that a server assembles the same ground.
    keys = needed.sorted { $0.isBefore($1) }
    (whole, coarse) = (CoveredGround(), CoveredGround())
    var all = keys
    for key in needed where store.blocks[key] == nil && !key.isSurface {
      let root = store.root(of: key)
      if !all.contains(root) { all.append(root) }
    }
    for key in all {
      guard let block = store.blocks[key], !key.isSurface || !block.isVoid else { continue }
      if let tile = block.tile() { whole.add(tile, isModel: key.isSurface) }
      let step = key.level > level ? 1 : coarseStep
      if let tile = block.tile(every: step) { coarse.add(tile, isModel: key.isSurface) }
    }
  }

  /// Clears the transmitter's index after transmitter indices or surface models have changed.
  mutating func forgetSite() { site = nil }

  /// Discards the blocks, after the tiles have changed.
  mutating func forget() {
    (whole, coarse) = (CoveredGround(), CoveredGround())
    (keys, site) = ([], nil)
  }
}
