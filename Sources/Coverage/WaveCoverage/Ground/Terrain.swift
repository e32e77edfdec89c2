import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

/// The ground as far as it is known: which tiles, blocks and models of the surface exist, which of them are
/// wanted, and what is asked for of the server and of the device.
struct Terrain: Sendable {
  /// Bytes that the device is to keep under a name.
  struct Kept: Equatable, Sendable {
    let name: [UInt8]
    let bytes: [UInt8]

    var effect: CoverageEffect { .save(name: name, bytes) }
  }

  /// What has changed of the ground, for all that is made of it.
  struct Change: Sendable {
    /// What else has changed than a block or tiles.
    struct Kinds: OptionSet, Sendable {
      let rawValue: UInt8

      /// There are more tiles than before, or others.
      static let listed = Kinds(rawValue: 128)
      /// The tiles are others.
      static let tiles = Kinds(rawValue: 1)
      /// All tiles are known, which they were not before.
      static let complete = Kinds(rawValue: 2)
      /// They are those that the device had kept.
      static let recalled = Kinds(rawValue: 4)
      /// Models of the surface are others.
      static let surfaces = Kinds(rawValue: 8)
      /// Blocks of the path that is read have come or gone.
      static let path = Kinds(rawValue: 16)
      /// A block that the map is computed over has come, or the server does not have it.
      static let needed = Kinds(rawValue: 32)
      /// A block that the map is computed over is not kept: it is computed without.
      static let missing = Kinds(rawValue: 64)
    }

    let kinds: Kinds
    /// The numbers of tiles that have other posts.
    let replaced: [Int]
    /// The block that has come.
    let block: StoredBlock?
    /// What the device is to keep.
    let kept: Kept?

    init(_ kinds: Kinds = [], replaced: [Int] = [], block: StoredBlock? = nil, kept: Kept? = nil) {
      (self.kinds, self.replaced, self.block, self.kept) = (kinds, replaced, block, kept)
    }
  }

  private(set) var store = TerrainStore()
  private(set) var blocks = GroundBlocks()
  private(set) var shelf = BlockCache()
  private(set) var surfaces = SurfaceModels()

  // MARK: - The server

  /// The connection was opened, or closed.
  ///
  /// - Returns: The question to the device for what it keeps; nil where that is not wanted.
  mutating func connectionChanged(isOpen: Bool) -> BlockCache.Question? {
    blocks.handle(.connectionChanged)
    return shelf.connectionChanged(isOpen: isOpen, hasTiles: !store.tiles.isEmpty)
  }

  /// Another server is connected.
  mutating func serverChanged() { surfaces.serverChanged() }

  /// Receives a message about the ground; others are passed over.
  ///
  /// - Returns: What has changed; nil where nothing has.
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

  /// A server that is back lists the same tiles, and maybe more: what is known of them stays.
  private mutating func receive(_ list: TerrainList) -> Change? {
    shelf.serverListed()
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
    blocks.handle(.came(block.key))
    guard let placed = store.keep(block) else { return nil }
    let kept = BlockCache.name(of: block.key, in: store, surfaces).map {
      Kept(name: $0, bytes: CoverageMessage.block(block).serverBytes)
    }
    return came(placed, kept: kept)
  }

  private mutating func receive(_ refusal: TerrainRefusal) -> Change? {
    guard blocks.refuse(refusal.key) else { return nil }
    return Change(blocks.needed.contains(refusal.key) ? .needed : [])
  }

  private mutating func came(_ block: StoredBlock, kept: Kept?) -> Change {
    var kinds: Change.Kinds = []
    let key = block.key
    if blocks.path.contains(key) || store.roots(ofPath: blocks.path).contains(key) { kinds.insert(.path) }
    if blocks.needed.contains(key) { kinds.insert(.needed) }
    blocks.handle(.changed)
    return Change(kinds, block: block, kept: kept)
  }

  /// Forgets what is known of tiles that have other posts.
  ///
  /// - Returns: Whether the path that is read lies over them.
  private mutating func forget(_ tiles: [Int]) -> Bool {
    let hadPath = !blocks.path.isEmpty
    blocks.handle(.tilesReplaced(tiles))
    shelf.forget { tiles.contains(Int($0.tile)) }
    return hadPath && blocks.path.isEmpty
  }

  /// Models of the surface are others: no block of theirs is what it was.
  private mutating func surfacesReplaced() {
    store.surfacesReplaced(isAvailable: surfaces.isAvailable)
    blocks.handle(.surfacesReplaced)
    shelf.forget { $0.isSurface }
  }

  // MARK: - The device

  /// The list of tiles and models, which the device is to keep once all are known.
  private var keptList: Kept? {
    shelf.list(of: store, surfaces).map { Kept(name: BlockCache.listQuestion.name, bytes: $0) }
  }

  /// The device answers a question for a block, or for the list.
  ///
  /// - Parameters:
  ///   - number: The question's.
  ///   - bytes: What was kept; empty where nothing was.
  ///   - isConnected: Whether there is a server, which knows better.
  /// - Returns: What has changed; nil where nothing has.
  mutating func recall(_ number: UInt32, _ bytes: [UInt8], isConnected: Bool) -> Change? {
    if number == BlockCache.listQuestion.number {
      guard store.tiles.isEmpty, !isConnected, let (tiles, models) = shelf.open(list: bytes) else {
        return nil
      }
      store = tiles
      surfaces.adopt(models)
      store.surfacesReplaced(isAvailable: surfaces.isAvailable)
      blocks.handle(.changed)
      if store.tiles.count == 1 { store.pick(0) }
      return Change(.recalled)
    }
    guard let (key, kept) = shelf.answer(number, bytes), !isConnected else { return nil }
    for block in kept {
      if let placed = store.keep(block) { return came(placed, kept: nil) }
    }
    shelf.miss(key)
    return blocks.needed.contains(key) ? Change(.missing) : nil
  }

  // MARK: - What is wanted

  /// Picks a tile by its number; nil picks none.
  mutating func pick(_ number: Int?) { store.pick(number) }

  /// Picks the tile that holds a place.
  ///
  /// - Returns: Whether there is one.
  mutating func pick(at place: Coordinate) -> Bool { store.pick(at: place) }

  /// What is wanted may have changed.
  mutating func invalidate() { blocks.handle(.changed) }

  /// Has rays meet what is on the ground, or not.
  ///
  /// - Returns: Whether it was the other way.
  mutating func turnSurfaces(on isOn: Bool) -> Bool {
    guard surfaces.turn(on: isOn) else { return false }
    blocks.handle(.changed)
    return true
  }

  /// The blocks that a path crosses are wanted, with what is on them where a plan's rays meet it; nil where
  /// none are.
  mutating func follow(_ course: PathCourse?, for plan: CoveragePlan?) {
    guard let course else { return blocks.handle(.pathEnded) }
    var keys = store.blocks(along: course)
    if let plan { keys += surfaces.keys(over: keys, for: plan, of: store.tiles) }
    blocks.handle(.follow(keys))
  }

  /// Finds out which blocks are wanted.
  ///
  /// - Parameters:
  ///   - ground: The blocks that a map is computed over.
  ///   - plan: What that is computed for; nil where none is.
  ///   - view: The part of the earth that the screen shows.
  ///   - isReading: Whether a path is read.
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

  /// The requests to the server that are due.
  mutating func requests(in view: MercatorView) -> [CoverageMessage] {
    blocks.requests(after: store.roots(in: view), in: store)
  }

  /// The requests that are due, to the device in place of a server.
  mutating func questions(in view: MercatorView) -> [BlockCache.Question] {
    shelf.questions(for: blocks.wanted(after: store.roots(in: view)), in: store, surfaces)
  }

  /// Whether a block that the map is computed over is still to come: from a server that answers, or without
  /// one from the device.
  func isWaiting(isConnected: Bool, isAnswering: Bool) -> Bool {
    blocks.needed.contains { key in
      guard store.blocks[key] == nil else { return false }
      return isConnected
        ? isAnswering && !blocks.refused.contains(key) : shelf.mayHave(key, of: store, surfaces)
    }
  }

  // MARK: - A path

  /// The ground along a path, over the blocks that were followed for it; nil where it is not known.
  func profile(_ course: PathCourse) -> PathProfile? {
    store.surface(ofPath: blocks.path, isModel: false).profile(course)
  }

  /// Puts what is on the ground onto the profile of a path, where a plan's rays meet it.
  ///
  /// - Parameters:
  ///   - profile: The ground along the path.
  ///   - course: The path.
  ///   - plan: The plan.
  ///   - models: The models over the map's ground, which count where the path has no blocks of its own.
  /// - Returns: How much of the path models know, 0 to 1; nil where none is used.
  func cover(
    _ profile: inout PathProfile, along course: PathCourse, for plan: CoveragePlan, by models: TerrainSurface
  ) -> Double? {
    guard surfaces.meets(plan) else { return nil }
    let models = blocks.path.isEmpty ? models : store.surface(ofPath: blocks.path, isModel: true)
    guard !models.tiles.isEmpty, !profile.heightsMeters.isEmpty else { return 0 }
    let known = models.cover(
      &profile, from: course.start, to: course.end, clutterMeters: plan.clutterMeters)
    return Double(known) / Double(profile.heightsMeters.count)
  }
}

extension CoverageMessage {
  /// The message as a server sends it.
  var serverBytes: [UInt8] {
    var bytes: [UInt8] = []
    encodeFromServer(into: &bytes)
    return bytes
  }
}
