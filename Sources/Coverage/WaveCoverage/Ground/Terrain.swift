import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

/// The terrain known to the client: the tiles, the blocks received, the surface models, the needed blocks,
/// and the blocks requested from the server and the device's cache.
struct Terrain: Sendable {
  /// Bytes to cache on the device under a name.
  struct Kept: Equatable, Sendable {
    let name: [UInt8]
    let bytes: [UInt8]

    var effect: CoverageEffect { .save(name: name, bytes) }
  }

  /// A change to the ground, passed to everything that is derived from the ground.
  struct Change: Sendable {
    /// The kinds of changes.
    struct Kinds: OptionSet, Sendable {
      let rawValue: UInt8

      /// Tiles have been added or replaced.
      static let listed = Kinds(rawValue: 128)
      /// A different set of tiles has been listed.
      static let tiles = Kinds(rawValue: 1)
      /// The list of tiles has become complete.
      static let complete = Kinds(rawValue: 2)
      /// The tiles were loaded from the device's cache.
      static let recalled = Kinds(rawValue: 4)
      /// The surface models have changed.
      static let surfaces = Kinds(rawValue: 8)
      /// Blocks of the inspected path have arrived or been removed.
      static let path = Kinds(rawValue: 16)
      /// A block of the map's ground has arrived or is not available from the server.
      static let needed = Kinds(rawValue: 32)
      /// A block of the map's ground is not in the cache, so the map is computed without it.
      static let missing = Kinds(rawValue: 64)
    }

    let kinds: Kinds
    /// The numbers of tiles that have been replaced.
    let replaced: [Int]
    /// The block that has arrived.
    let block: StoredBlock?
    /// The bytes to cache on the device.
    let kept: Kept?

    init(_ kinds: Kinds = [], replaced: [Int] = [], block: StoredBlock? = nil, kept: Kept? = nil) {
      (self.kinds, self.replaced, self.block, self.kept) = (kinds, replaced, block, kept)
    }
  }

  private(set) var store = TerrainStore()
  private(set) var blocks = GroundBlocks()
  private(set) var cache = BlockCache()
  private(set) var surfaces = SurfaceModels()

  // MARK: - The server

  /// Updates the terrain after the connection has been opened or closed.
  ///
  /// - Returns: The request for the cached list of tiles, or nil if it is not needed.
  mutating func connectionChanged(isOpen: Bool) -> BlockCache.Question? {
    blocks.handle(.connectionChanged)
    return cache.connectionChanged(isOpen: isOpen, hasTiles: !store.tiles.isEmpty)
  }

  /// Prepares for a connection to a different server.
  mutating func serverChanged() { surfaces.serverChanged() }

  /// Receives a message about the ground; other messages are ignored.
  ///
  /// - Returns: The change, or nil if nothing has changed.
  mutating func receive(_ message: CoverageMessage) -> Change? {
    switch message {
    case .tiles(let list): receive(list)
    case .block(let block): receive(block)
    case .refusal(let refusal): receive(refusal)
    case .versions(let versions): receive(versions)
    case .surfaces(let list): receive(list)
    default: nil
    }
  }

  /// Receives a list of tiles.
  ///
  /// Blocks are kept if a reconnected server lists the same tiles, with or without additional ones.
  private mutating func receive(_ list: TerrainList) -> Change? {
    cache.serverListed()
    var kinds: Change.Kinds = []
    if surfaces.tilesListed() {
      surfacesReplaced()
      kinds.insert(.surfaces)
    }
    var wasComplete = store.isComplete
    var replaced: [Int] = []
    switch store.receive(list) {
    case .known: return kinds.isEmpty ? nil : Change(kinds)
    case .more: break
    case .replaced(let tiles):
      replaced = tiles
      if forget(tiles) { kinds.insert(.path) }
    case .other:
      blocks.handle(.tilesChanged)
      kinds.insert(.tiles)
      wasComplete = false
    }
    kinds.insert(.listed)
    blocks.handle(.changed)
    if store.tiles.count == Int(list.total), !wasComplete {
      kinds.insert(.complete)
      if store.tiles.count == 1 { store.pick(0) }
    }
    return Change(kinds, replaced: replaced)
  }

  private mutating func receive(_ list: TerrainVersions) -> Change {
    let replaced = store.receive(list)
    let isOnPath = !replaced.isEmpty && forget(replaced)
    return Change(isOnPath ? .path : [], replaced: replaced, kept: keptList)
  }

  private mutating func receive(_ list: TerrainSurfaces) -> Change? {
    guard surfaces.receive(list) else { return nil }
    surfacesReplaced()
    return Change(.surfaces, kept: keptList)
  }

  private mutating func receive(_ block: TerrainBlock) -> Change? {
    blocks.handle(.arrived(block.key))
    guard let placed = store.keep(block) else { return nil }
    let kept = BlockCache.name(of: block.key, in: store, surfaces).map {
      Kept(name: $0, bytes: CoverageMessage.block(block).serverBytes)
    }
    return noteArrival(of: placed, kept: kept)
  }

  private mutating func receive(_ refusal: TerrainRefusal) -> Change? {
    guard blocks.refuse(refusal.key) else { return nil }
    return Change(blocks.needed.contains(refusal.key) ? .needed : [])
  }

  private mutating func noteArrival(of block: StoredBlock, kept: Kept?) -> Change {
    var kinds: Change.Kinds = []
    let key = block.key
    if blocks.path.contains(key) || store.roots(ofPath: blocks.path).contains(key) { kinds.insert(.path) }
    if blocks.needed.contains(key) { kinds.insert(.needed) }
    blocks.handle(.changed)
    return Change(kinds, block: block, kept: kept)
  }

  /// Discards the blocks of tiles that have been replaced.
  ///
  /// - Returns: Whether the inspected path crosses these tiles.
  private mutating func forget(_ tiles: [Int]) -> Bool {
    let hadPath = !blocks.path.isEmpty
    blocks.handle(.tilesReplaced(tiles))
    cache.forget { tiles.contains(Int($0.tile)) }
    return hadPath && blocks.path.isEmpty
  }

  /// Discards all surface model blocks after the models have changed.
  private mutating func surfacesReplaced() {
    store.surfacesReplaced(isAvailable: surfaces.isAvailable)
    blocks.handle(.surfacesReplaced)
    cache.forget { $0.isSurface }
  }

  // MARK: - The device

  /// The list of tiles and surface models to cache on the device; nil until it is complete.
  private var keptList: Kept? {
    cache.list(of: store, surfaces).map { Kept(name: BlockCache.listQuestion.name, bytes: $0) }
  }

  /// Handles the device's answer to a request for a block or for the list of tiles.
  ///
  /// - Parameters:
  ///   - number: The number of the request.
  ///   - bytes: The cached bytes; empty if there are none.
  ///   - isConnected: Whether a server is connected; if so, cached contents are ignored.
  /// - Returns: The change, or nil if nothing has changed.
  mutating func recall(_ number: UInt32, _ bytes: [UInt8], isConnected: Bool) -> Change? {
    if number == BlockCache.listQuestion.number {
      guard store.tiles.isEmpty, !isConnected, let (tiles, models) = cache.open(list: bytes) else {
        return nil
      }
      store = tiles
      surfaces.adopt(models)
      store.surfacesReplaced(isAvailable: surfaces.isAvailable)
      blocks.handle(.changed)
      if store.tiles.count == 1 { store.pick(0) }
      return Change(.recalled)
    }
    guard let (key, kept) = cache.answer(number, bytes), !isConnected else { return nil }
    for block in kept {
      if let placed = store.keep(block) { return noteArrival(of: placed, kept: nil) }
    }
    cache.miss(key)
    return blocks.needed.contains(key) ? Change(.missing) : nil
  }

  // MARK: - Needed blocks

  /// Picks a tile by its index; nil clears the choice.
  mutating func pick(_ number: Int?) { store.pick(number) }

  /// Picks the tile that contains a position.
  ///
  /// - Returns: Whether there is such a tile.
  mutating func pick(at place: Coordinate) -> Bool { store.pick(at: place) }

  /// Marks the list of needed blocks as outdated.
  mutating func invalidate() { blocks.handle(.changed) }

  /// Includes or ignores trees and roofs.
  ///
  /// - Returns: Whether the setting has changed.
  mutating func turnSurfaces(on isOn: Bool) -> Bool {
    guard surfaces.set(isOn: isOn) else { return false }
    blocks.handle(.changed)
    return true
  }

  /// Requests the blocks that a path crosses, with surface models if the plan includes them; a nil path ends
  /// the inspection.
  mutating func follow(_ course: PathCourse?, for plan: CoveragePlan?) {
    guard let course else { return blocks.handle(.pathEnded) }
    var keys = store.blocks(along: course)
    if let plan { keys += surfaces.keys(over: keys, for: plan, of: store.tiles) }
    blocks.handle(.follow(keys))
  }

  /// Updates the list of needed blocks.
  ///
  /// - Parameters:
  ///   - ground: The blocks from which a map is computed.
  ///   - plan: The map's parameters; nil if there is no map.
  ///   - view: The part of the earth shown on the screen.
  ///   - isReading: Whether a path is inspected.
  mutating func want(
    _ ground: [TerrainBlockKey], for plan: CoveragePlan?, in view: MercatorView, isReading: Bool
  ) {
    var needed: [TerrainBlockKey] = []
    if let plan {
      needed = store.sorted(ground, around: plan.transmitter)
      needed += surfaces.keys(over: needed, for: plan, of: store.tiles)
    }
    blocks.handle(.want(seen: store.seenBlocks(in: view), needed: needed))
    if !isReading { blocks.handle(.pathEnded) }
    store.use(store.roots(in: view) + blocks.seen + blocks.needed + blocks.path)
  }

  /// Returns the pending requests to the server.
  mutating func requests(in view: MercatorView) -> [CoverageMessage] {
    blocks.requests(after: store.roots(in: view), in: store)
  }

  /// Returns the pending requests to the device's cache, which replace requests to a server.
  mutating func questions(in view: MercatorView) -> [BlockCache.Question] {
    cache.questions(for: blocks.wanted(after: store.roots(in: view)), in: store, surfaces)
  }

  /// Returns whether a block of the map's ground is still expected, either from a server that answers or,
  /// without a connection, from the device.
  func isWaiting(isConnected: Bool, isAnswering: Bool) -> Bool {
    blocks.needed.contains { key in
      guard store.blocks[key] == nil else { return false }
      return isConnected
        ? isAnswering && !blocks.refused.contains(key) : cache.mayHave(key, of: store, surfaces)
    }
  }

  // MARK: - A path

  /// Returns the ground heights along a path, from the blocks requested for the path; nil if the heights are
  /// not known.
  func profile(_ course: PathCourse) -> PathProfile? {
    store.surface(ofPath: blocks.path, isModel: false).profile(course)
  }

  /// Adds trees and roofs to the profile of a path if the plan includes them.
  ///
  /// - Parameters:
  ///   - profile: The ground along the path.
  ///   - course: The course of the path.
  ///   - plan: The parameters of the transmitter's map.
  ///   - models: The surface models over the map's ground, used if no separate blocks were requested for the
  ///     path.
  /// - Returns: The fraction of the path that surface models cover, 0 to 1; nil if none are used.
  func cover(
    _ profile: inout PathProfile, along course: PathCourse, for plan: CoveragePlan, by models: TerrainSurface
  ) -> Double? {
    guard surfaces.meets(plan) else { return nil }
    let models = blocks.path.isEmpty ? models : store.surface(ofPath: blocks.path, isModel: true)
    guard !models.tiles.isEmpty, !profile.heightsMeters.isEmpty else { return 0 }
    let known = models.cover(&profile, from: course.start, to: course.end, clutterMeters: plan.clutterMeters)
    return Double(known) / Double(profile.heightsMeters.count)
  }
}

extension CoverageMessage {
  /// The message encoded as a server sends it.
  var serverBytes: [UInt8] {
    var bytes: [UInt8] = []
    encodeFromServer(into: &bytes)
    return bytes
  }
}
