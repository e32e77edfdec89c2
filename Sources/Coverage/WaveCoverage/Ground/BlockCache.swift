import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveUnits
import WaveWire

/// The cache on the device that is used while no server is connected.
///
/// It contains blocks of tiles, the list of tiles, and the scene.
struct BlockCache: Sendable {
  /// A request to the device for cached bytes.
  struct Question: Equatable, Sendable {
    let number: UInt32
    let name: [UInt8]

    var effect: CoverageEffect { .recall(number: number, name: name) }
  }

  /// The request for the list of tiles; it has a reserved number, like the request for the scene.
  static let listQuestion = Question(number: 0, name: Texts.bytes("tiles"))
  static let sceneQuestion = Question(number: 1, name: Texts.bytes("scene"))
  /// The maximum number of blocks requested from the device at the same time.
  private static let askedLimit = 16
  /// The maximum number of blocks that are remembered as missing.
  private static let missingLimit = 4 * TerrainStore.limit

  /// Whether the tiles were loaded from the cache and no server has listed its tiles since.
  private(set) var isShown = false
  /// The blocks that were looked up but not found in the cache.
  private(set) var missing: [TerrainBlockKey] = []
  /// The requested blocks, keyed by request number.
  private var asked: [UInt32: TerrainBlockKey] = [:]
  private var isListAsked = false
  private var questions: UInt32 = 1

  /// Updates the cache after the connection has been opened or closed.
  ///
  /// If there is neither a connection nor a known tile, the cached list of tiles is requested.
  ///
  /// - Returns: The request for the list of tiles, or nil if it is not needed or was made before.
  mutating func connectionChanged(isOpen: Bool, hasTiles: Bool) -> Question? {
    (asked, missing) = ([:], [])
    guard !isOpen, !hasTiles, !isListAsked else { return nil }
    isListAsked = true
    return Self.listQuestion
  }

  /// Records that a server has listed its tiles.
  mutating func serverListed() { isShown = false }

  /// Removes blocks from the list of missing ones, because their tiles or surface models have been replaced.
  mutating func forget(where isGone: (TerrainBlockKey) -> Bool) { missing.remove(where: isGone) }

  /// Returns whether the cache may contain a block: it is cacheable, and no look-up of it has failed.
  func mayHave(_ key: TerrainBlockKey, of store: TerrainStore, _ surfaces: SurfaceModels) -> Bool {
    Int(key.tile) < store.versions.count && store.versions[Int(key.tile)] != 0
      && (!key.isSurface || surfaces.version != 0) && !missing.contains(key)
  }

  /// Requests blocks from the device instead of a server.
  ///
  /// - Parameters:
  ///   - wanted: The blocks, most urgent first.
  ///   - store: The blocks that are already available.
  ///   - surfaces: The surface models.
  /// - Returns: The requests to send.
  mutating func questions(
    for wanted: [TerrainBlockKey], in store: TerrainStore, _ surfaces: SurfaceModels
  ) -> [Question] {
    var due: [Question] = []
    for key in wanted {
      guard asked.count < Self.askedLimit else { break }
      guard store.blocks[key] == nil, mayHave(key, of: store, surfaces), !asked.values.contains(key),
        let name = Self.name(of: key, in: store, surfaces)
      else { continue }
      questions = questions == .max ? 2 : questions + 1
      asked[questions] = key
      due.append(Question(number: questions, name: name))
    }
    return due
  }

  /// Handles the device's answer to a request for a block.
  ///
  /// - Parameters:
  ///   - number: The number of the request.
  ///   - bytes: The cached bytes.
  /// - Returns: The requested block and its cached contents, or nil if there was no such request.
  mutating func answer(_ number: UInt32, _ bytes: [UInt8]) -> (key: TerrainBlockKey, kept: [TerrainBlock])? {
    guard let key = asked.removeValue(forKey: number) else { return nil }
    var kept: [TerrainBlock] = []
    for case .block(var block) in Self.messages(bytes)
    where block.key.level == key.level && block.key.row == key.row && block.key.column == key.column
      && block.key.isSurface == key.isSurface
    {
      // Tiles may have had different numbers when they were cached.
      block.key = key
      kept.append(block)
    }
    return (key, kept)
  }

  /// Records that a block is not in the cache, or that its cached bytes are invalid.
  mutating func miss(_ key: TerrainBlockKey) {
    if missing.count < Self.missingLimit { missing.append(key) }
  }

  /// Reads the cached list of tiles, and uses it from then on.
  ///
  /// - Returns: The tiles without blocks, and the surface models; nil if the list is incomplete.
  mutating func open(list bytes: [UInt8]) -> (store: TerrainStore, surfaces: SurfaceModels)? {
    var store = TerrainStore()
    var surfaces = SurfaceModels()
    for message in Self.messages(bytes) {
      switch message {
      case .tiles(let list): _ = store.receive(list)
      case .versions(let versions): _ = store.receive(versions)
      case .surfaces(let list): _ = surfaces.receive(list)
      default: break
      }
    }
    guard store.isComplete, !store.tiles.isEmpty else { return nil }
    isShown = true
    return (store, surfaces)
  }

  // MARK: - Contents

  /// Parses cached server messages up to the first invalid one.
  private static func messages(_ bytes: [UInt8]) -> [CoverageMessage] {
    var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
    var messages: [CoverageMessage] = []
    while let message = try? reader.nextFromServer(in: bytes.span.bytes) { messages.append(message) }
    return messages
  }

  /// Returns the list of tiles and surface models to cache, or nil if it is incomplete or was itself loaded
  /// from the cache.
  func list(of store: TerrainStore, _ surfaces: SurfaceModels) -> [UInt8]? {
    guard !isShown, store.isComplete, store.versions.count == store.tiles.count else { return nil }
    let catalog = TerrainCatalog(tiles: store.tiles, versions: store.versions, surfaces: surfaces.parts)
    var bytes: [UInt8] = []
    for message in catalog.messages(since: TerrainCatalog()) {
      // Only these kinds, so that the page does not contain the code that encodes the server's other messages.
      switch message {
      case .surfaces(let payload): payload.encode(into: &bytes)
      case .tiles(let payload): payload.encode(into: &bytes)
      case .versions(let payload): payload.encode(into: &bytes)
      default: break
      }
    }
    return bytes
  }

  /// Returns the name under which a block is cached, which differs for each tile, position and version; nil
  /// if the block must not be cached.
  static func name(of key: TerrainBlockKey, in store: TerrainStore, _ surfaces: SurfaceModels) -> [UInt8]? {
    let number = Int(key.tile)
    guard store.tiles.indices.contains(number), store.versions.indices.contains(number),
      store.versions[number] != 0, !key.isSurface || surfaces.version != 0
    else { return nil }
    let tile = store.tiles[number]
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    func mix(word: UInt64) {
      for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    for byte in tile.name { mix(byte) }
    for word in [
      store.versions[number], tile.northDegrees.bitPattern, tile.westDegrees.bitPattern,
      tile.latitudeStepDegrees.bitPattern, tile.longitudeStepDegrees.bitPattern,
      UInt64(tile.rowCount) << 32 | UInt64(tile.columnCount),
    ] { mix(word: word) }
    if key.isSurface { mix(word: surfaces.version) }
    var text = TextWriter()
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: hash >> UInt64(shift)) & 15
      text.append(ascii: digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
    text += ".\(Int(key.level)).\(Int(key.row)).\(Int(key.column))"
    return text.bytes
  }
}
