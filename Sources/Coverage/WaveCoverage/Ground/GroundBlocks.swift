import WaveCoverageWire
import WaveWire

/// The needed blocks, the blocks requested from the server, and the blocks that the server does not have.
struct GroundBlocks: Sendable {
  /// An event that affects the needed blocks.
  enum Input: Equatable, Sendable {
    /// The view, the tiles or a map's parameters have changed, or a block has arrived.
    case changed
    /// The connection was opened or closed.
    case connectionChanged
    /// The server has listed different tiles.
    case tilesChanged
    /// Tiles with these numbers have been replaced.
    case tilesReplaced([Int])
    /// The surface models have been replaced.
    case surfacesReplaced
    /// The server has sent a block.
    case arrived(TerrainBlockKey)
    /// A path that crosses these blocks is inspected.
    case follow([TerrainBlockKey])
    /// No path is inspected, or the path uses the blocks of the map's ground.
    case pathEnded
    /// The needed blocks have been determined.
    case want(seen: [TerrainBlockKey], needed: [TerrainBlockKey])
  }

  /// The maximum number of refused blocks that are remembered.
  private static let refusedLimit = 4 * TerrainStore.limit
  /// The number of the map's blocks that are requested before the visible ones.
  private static let firstNeeded = 4

  /// The visible blocks, nearest to the middle of the screen first.
  private(set) var seen: [TerrainBlockKey] = []
  /// The blocks from which the map is computed, nearest to the transmitter first.
  private(set) var needed: [TerrainBlockKey] = []
  /// The blocks along the inspected path; empty if the path uses the map's ground.
  private(set) var path: [TerrainBlockKey] = []
  /// The blocks requested from the server.
  private(set) var asked: [TerrainBlockKey] = []
  /// The blocks that the server does not have.
  private(set) var refused: [TerrainBlockKey] = []
  /// Whether the needed blocks must be determined again.
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
      // A replaced tile may consist of different blocks.
      needed.remove(where: isOfThem)
      if path.contains(where: isOfThem) { path = [] }
      isStale = true
    case .surfacesReplaced:
      refused.remove { $0.isSurface }
      asked.remove { $0.isSurface }
      isStale = true
    case .arrived(let key): asked.remove { $0 == key }
    case .follow(let keys):
      guard keys != path else { break }
      (path, isStale) = (keys, true)
    case .pathEnded: path = []
    case .want(let seen, let needed): (self.seen, self.needed, isStale) = (seen, needed, false)
    }
  }

  /// Records that the server does not have a block.
  ///
  /// - Returns: Whether the block was requested; otherwise it may belong to a tile that has been replaced.
  mutating func refuse(_ key: TerrainBlockKey) -> Bool {
    guard asked.contains(key) else { return false }
    asked.remove { $0 == key }
    if refused.count < Self.refusedLimit { refused.append(key) }
    isStale = true
    return true
  }

  /// Returns all needed blocks, most urgent first: the given coarsest blocks in view, the ground near the
  /// pin, the path, the rest of the view, and the rest of the map.
  func wanted(after roots: [TerrainBlockKey]) -> [TerrainBlockKey] {
    roots + needed.prefix(Self.firstNeeded) + path + seen + needed
  }

  /// Returns the messages that are due: cancellations of blocks no longer needed, followed by new requests.
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
  /// Removes the keys that satisfy a condition; all lists share this loop to keep the page's code small.
  @inline(never)
  mutating func remove(where isGone: (TerrainBlockKey) -> Bool) { removeAll(where: isGone) }
}
