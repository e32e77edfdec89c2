import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation

/// Tiles put together to compute a map over, and models of what is on them.
struct CoveredGround: Sendable {
  /// The ground.
  private(set) var ground = TerrainSurface()
  /// Models of the surface, where they know.
  private(set) var models = TerrainSurface()

  /// Adds a tile of the ground, or of models of the surface.
  mutating func add(_ tile: TerrainTile, isModel: Bool) {
    if isModel { models.add(tile) } else { ground.add(tile) }
  }

  /// The posts around a plan's transmitter, with what its rays meet.
  func patch(for plan: CoveragePlan) throws(TerrainError) -> TerrainPatch {
    var patch = try ground.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    patch.cover(by: models, clutterMeters: plan.clutterMeters)
    return patch
  }
}

/// The ground of a map: which blocks it is computed over, and these put together.
struct MapGround: Sendable {
  /// Posts of a map from which on its first look has every fourth, not every second of them.
  private static let manyPosts = 200_000.0

  /// All posts of the map's level.
  private(set) var whole = CoveredGround()
  /// Every second or fourth of them.
  private(set) var coarse = CoveredGround()
  /// The blocks that are put together.
  private(set) var keys: [TerrainBlockKey] = []
  /// The transmitter whose map they are for; nil for none.
  private(set) var site: Int?
  /// How often the tiles' posts are halved.
  private(set) var level: UInt8 = 0
  /// Posts of the tiles within the map that is next, about; 0 where nothing is next.
  private(set) var postCount = 0.0
  private var coarseStep = 2

  /// Whether there is ground for a transmitter's map.
  func isReady(for site: Int) -> Bool { !whole.ground.tiles.isEmpty && self.site == site }

  /// Whether these blocks are put together for a transmitter's map.
  func has(_ needed: [TerrainBlockKey], for site: Int) -> Bool {
    self.site == site && needed.count == keys.count && needed.allSatisfy { keys.contains($0) }
  }

  /// Chooses the blocks around a plan's transmitter, at the level whose posts are not too many.
  mutating func choose(for plan: CoveragePlan, of tiles: [TerrainDescription]) -> [TerrainBlockKey] {
    guard let ground = CoverageGround(within: plan, of: tiles) else { return [] }
    coarseStep = ground.postCount > Self.manyPosts ? 4 : 2
    level = ground.level
    postCount = CoverageGround.postCount(within: plan, of: tiles, level: 0) ?? 0
    return ground.keys
  }

  /// Puts blocks together, as far as they are there.
  ///
  /// Until all of them are, the coarsest of their tiles fill what is missing.
  ///
  /// - Parameters:
  ///   - needed: The blocks.
  ///   - store: Those that are there.
  ///   - site: The transmitter whose map they are for.
  mutating func assemble(_ needed: [TerrainBlockKey], of store: TerrainStore, for site: Int) {
    self.site = site
    // In an order that is not the pin's, so that a server puts the same together.
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

  /// Forgets for whom the blocks are put together: transmitters have other numbers, or models are others.
  mutating func forgetSite() { site = nil }

  /// Forgets the blocks: the tiles are others.
  mutating func forget() {
    (whole, coarse) = (CoveredGround(), CoveredGround())
    (keys, site) = ([], nil)
  }
}
