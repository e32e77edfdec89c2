import WaveCoverageWire
import WaveDisplay
import WaveUnits
import WaveWire

/// What the device keeps for when there is no server: blocks of tiles, the list of these, and the scene.
struct BlockCache: Sendable {
  /// A question to the device.
  struct Question: Equatable, Sendable {
    let number: UInt32
    let name: [UInt8]

    var effect: CoverageEffect { .recall(number: number, name: name) }
  }

  /// Numbers of questions that are not for blocks.
  static let listQuestion = Question(number: 0, name: Texts.bytes("tiles"))
  static let sceneQuestion = Question(number: 1, name: Texts.bytes("scene"))
  /// Blocks that are asked for before the device has answered.
  private static let askedLimit = 16
  /// Blocks that the device may say it does not have, at most.
  private static let missingLimit = 4 * TerrainStore.limit

  /// Whether the tiles are those that were kept, and no server has listed any.
  private(set) var isShown = false
  /// Blocks that are not kept.
  private(set) var missing: [TerrainBlockKey] = []
  /// Blocks that were asked for, by the number of the question.
  private var asked: [UInt32: TerrainBlockKey] = [:]
  private var isListAsked = false
  private var questions: UInt32 = 1

  /// The connection was opened, or closed: then what is kept is looked at, unless there are tiles.
  ///
  /// - Returns: The question for the list; nil where it is not wanted, or was asked before.
  mutating func connectionChanged(isOpen: Bool, hasTiles: Bool) -> Question? {
    (asked, missing) = ([:], [])
    guard !isOpen, !hasTiles, !isListAsked else { return nil }
    isListAsked = true
    return Self.listQuestion
  }

  /// A server lists its tiles.
  mutating func serverListed() { isShown = false }

  /// Forgets that blocks are not kept, of tiles that have other posts or models that are others.
  mutating func forget(where isGone: (TerrainBlockKey) -> Bool) { missing.remove(where: isGone) }

  /// Whether a block may be kept, and is not known to be missing.
  func mayHave(_ key: TerrainBlockKey, of store: TerrainStore, _ surfaces: SurfaceModels) -> Bool {
    Int(key.tile) < store.versions.count && store.versions[Int(key.tile)] != 0
      && (!key.isSurface || surfaces.version != 0) && !missing.contains(key)
  }

  /// Asks the device for blocks, as a server would be.
  ///
  /// - Parameters:
  ///   - wanted: The blocks, the most urgent first.
  ///   - store: Those that are there.
  ///   - surfaces: The models of the surface.
  /// - Returns: The questions.
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

  /// The device answers a question for a block.
  ///
  /// - Parameters:
  ///   - number: The question's.
  ///   - bytes: What was kept.
  /// - Returns: The block that was asked for, and what was kept of it; nil where nothing was asked by that
  ///   number.
  mutating func answer(
    _ number: UInt32, _ bytes: [UInt8]
  ) -> (key: TerrainBlockKey, kept: [TerrainBlock])? {
    guard let key = asked.removeValue(forKey: number) else { return nil }
    var kept: [TerrainBlock] = []
    for case .block(var block) in Self.messages(bytes)
    where block.key.level == key.level && block.key.row == key.row && block.key.column == key.column
      && block.key.isSurface == key.isSurface
    {
      // Tiles can have had other numbers.
      block.key = key
      kept.append(block)
    }
    return (key, kept)
  }

  /// A block is not kept, or what is kept is no block of its tile.
  mutating func miss(_ key: TerrainBlockKey) {
    if missing.count < Self.missingLimit { missing.append(key) }
  }

  /// Reads the list of tiles that was kept, which is shown from then on.
  ///
  /// - Returns: The tiles without blocks, and the models of the surface; nil where not all tiles were kept.
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

  // MARK: - What is kept

  /// Messages of a server as they were kept; what cannot be read ends them.
  private static func messages(_ bytes: [UInt8]) -> [CoverageMessage] {
    var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
    var messages: [CoverageMessage] = []
    do throws(WireError) {
      while let message = try reader.nextFromServer(in: bytes.span.bytes) { messages.append(message) }
    } catch {
      return messages
    }
    return messages
  }

  /// The list of tiles and models as it is kept; nil until all are known, and for what the device keeps
  /// already.
  func list(of store: TerrainStore, _ surfaces: SurfaceModels) -> [UInt8]? {
    guard !isShown, store.isComplete, store.versions.count == store.tiles.count else { return nil }
    var bytes: [UInt8] = []
    surfaces.append(to: &bytes)
    var first = 0
    while first < store.tiles.count {
      let end = Swift.min(store.tiles.count, first + WireLimits.tilesPerMessage)
      let number = UInt16(truncatingIfNeeded: first)
      CoverageMessage.tiles(
        TerrainList(
          first: number, total: UInt16(truncatingIfNeeded: store.tiles.count),
          tiles: Array(store.tiles[first..<end]))
      ).encodeFromServer(into: &bytes)
      CoverageMessage.versions(TerrainVersions(first: number, versions: Array(store.versions[first..<end])))
        .encodeFromServer(into: &bytes)
      first = end
    }
    return bytes
  }

  /// The name that a block is kept under: another tile, place or content has another one; nil for a block
  /// that is not to be kept.
  static func name(
    of key: TerrainBlockKey, in store: TerrainStore, _ surfaces: SurfaceModels
  ) -> [UInt8]? {
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
    for part in [Int(key.level), Int(key.row), Int(key.column)] {
      text.append(".")
      text.append(integer: part)
    }
    return text.bytes
  }
}
