import WaveCoverageWire
import WaveWire

/// Which blocks are wanted, which of them the server has been asked for, and which it does not have.
struct GroundBlocks: Sendable {
  /// What has happened.
  enum Input: Equatable, Sendable {
    /// What is wanted may have changed: the view, the tiles or a map's plan is another, or a block has come.
    case changed
    /// The connection was opened or closed.
    case connectionChanged
    /// Other tiles are listed.
    case tilesChanged
    /// Tiles, by their numbers, have other posts.
    case tilesReplaced([Int])
    /// Models of the surface are others.
    case surfacesReplaced
    /// The server has sent a block.
    case came(TerrainBlockKey)
    /// A path is read over these blocks.
    case follow([TerrainBlockKey])
    /// The path that is read needs no blocks of its own, or none is read.
    case pathEnded
    /// What is wanted has been found out.
    case want(seen: [TerrainBlockKey], needed: [TerrainBlockKey])
  }

  /// Blocks that the server may say it does not have, at most.
  private static let refusedLimit = 4 * TerrainStore.limit
  /// Blocks of the map that come before those that are seen.
  private static let firstNeeded = 4

  /// Blocks that the screen shows, nearest to its middle first.
  private(set) var seen: [TerrainBlockKey] = []
  /// Blocks that the map is computed over, nearest to the transmitter first.
  private(set) var needed: [TerrainBlockKey] = []
  /// Blocks along the path that is read, where its ground is not that of the map.
  private(set) var path: [TerrainBlockKey] = []
  /// Blocks that the server has been asked for.
  private(set) var asked: [TerrainBlockKey] = []
  /// Blocks that it does not have.
  private(set) var refused: [TerrainBlockKey] = []
  /// Whether what is wanted may have changed since it was found out.
  private(set) var isStale = true

  mutating func handle(_ input: Input) {
    switch input {
    case .changed: isStale = true
    case .connectionChanged: (asked, refused, isStale) = ([], [], true)
    case .tilesChanged: (path, isStale) = ([], true)
    case .tilesReplaced(let tiles):
      func isOfThem(_ key: TerrainBlockKey) -> Bool { tiles.contains(Int(key.tile)) }
      refused.remove(where: isOfThem)
      asked.remove(where: isOfThem)
      // Their blocks can be others.
      needed.remove(where: isOfThem)
      if path.contains(where: isOfThem) { path = [] }
      isStale = true
    case .surfacesReplaced:
      refused.remove { $0.isSurface }
      asked.remove { $0.isSurface }
      isStale = true
    case .came(let key): asked.remove { $0 == key }
    case .follow(let keys):
      guard keys != path else { break }
      (path, isStale) = (keys, true)
    case .pathEnded: path = []
    case .want(let seen, let needed): (self.seen, self.needed, isStale) = (seen, needed, false)
    }
  }

  /// The server does not have a block.
  ///
  /// - Returns: Whether it was asked for: a block that is not may be of a tile that was replaced.
  mutating func refuse(_ key: TerrainBlockKey) -> Bool {
    guard asked.contains(key) else { return false }
    asked.remove { $0 == key }
    if refused.count < Self.refusedLimit { refused.append(key) }
    isStale = true
    return true
  }

  /// All blocks that are wanted after the coarsest ones in view, what the finger waits for first: the ground
  /// under the pin, then the picture.
  func wanted(after roots: [TerrainBlockKey]) -> [TerrainBlockKey] {
    roots + needed.prefix(Self.firstNeeded) + path + seen + needed
  }

  /// The messages that are due: first the withdrawals of blocks that have been scrolled out of view, then
  /// the requests.
  mutating func requests(after roots: [TerrainBlockKey], in store: TerrainStore) -> [CoverageMessage] {
    let wanted = wanted(after: roots)
    var requests: [CoverageMessage] = []
    for key in asked where !wanted.contains(key) { requests.append(.cancelBlock(BlockCancellation(key))) }
    asked.remove { !wanted.contains($0) }
    for key in wanted {
      guard asked.count < WireLimits.terrainAsks else { break }
      guard store.blocks[key] == nil, !asked.contains(key), !refused.contains(key) else { continue }
      asked.append(key)
      requests.append(.ask(BlockRequest(key)))
    }
    return requests
  }
}

extension [TerrainBlockKey] {
  /// Removes the keys that fulfil a condition; one loop for all lists of keys keeps the page small.
  @inline(never)
  mutating func remove(where isGone: (TerrainBlockKey) -> Bool) { removeAll(where: isGone) }
}
