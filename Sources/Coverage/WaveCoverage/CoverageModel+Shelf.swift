import WaveCoverageWire
import WaveDisplay
public import WaveInteraction
import WaveUnits
import WaveWire

/// What the device keeps for when there is no server: blocks of tiles, the list of these, and the scene.
struct ShelfState: Equatable, Sendable {
  /// Numbers of questions that are not for blocks.
  static let list: UInt32 = 0
  static let scene: UInt32 = 1
  static let listName = Texts.bytes("tiles")
  static let sceneName = Texts.bytes("scene")

  /// Whether the list was asked for since the connection was lost.
  var isListAsked = false
  /// Whether the tiles are those that were kept, and no server has told of any.
  var isShown = false
  /// Blocks that were asked for, by the number of the question.
  var asked: [UInt32: TerrainBlockKey] = [:]
  var questions: UInt32 = 1
  /// Blocks that are not kept.
  var missing: [TerrainBlockKey] = []
}

extension CoverageModel {
  /// Bytes that a device keeps at most; what was not used for the longest time goes first.
  public static let shelfBytes = 64_000_000
  /// Blocks that are asked for before the device has answered.
  private static let recallsAtOnce = 16

  // MARK: - Keeping

  /// What a block is kept as: another tile, place or content has another name.
  private func shelfName(of key: TerrainBlockKey) -> [UInt8]? {
    let number = Int(key.tile)
    guard store.tiles.indices.contains(number), store.versions.indices.contains(number),
      store.versions[number] != 0, !key.isSurface || standing.version != 0
    else { return nil }
    let tile = store.tiles[number]
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    for byte in tile.name { mix(byte) }
    for word in [
      store.versions[number], tile.northDegrees.bitPattern, tile.westDegrees.bitPattern,
      tile.latitudeStepDegrees.bitPattern, tile.longitudeStepDegrees.bitPattern,
      UInt64(tile.rowCount) << 32 | UInt64(tile.columnCount),
    ] {
      for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    if key.isSurface {
      let version = standing.version
      for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: version >> shift)) }
    }
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

  /// Has the device keep a block that came from the server.
  mutating func shelve(_ block: TerrainBlock) {
    guard let name = shelfName(of: block.key) else { return }
    var bytes: [UInt8] = []
    TerrainMessage.block(block).encodeFromServer(into: &bytes)
    request(.shelve(name: name, bytes))
  }

  /// The server tells which contents its tiles have.
  mutating func receive(_ versions: TerrainVersions) {
    let replaced = store.take(versions)
    if !replaced.isEmpty { forget(replaced) }
    shelveList()
  }

  /// Has the device keep which tiles and models there are, once all are told.
  mutating func shelveList() {
    guard !shelf.isShown, areTilesKnown, store.versions.count == store.tiles.count else { return }
    var bytes: [UInt8] = []
    appendStanding(to: &bytes)
    var first = 0
    while first < store.tiles.count {
      let end = Swift.min(store.tiles.count, first + WireLimits.toldTiles)
      let number = UInt16(truncatingIfNeeded: first)
      TerrainMessage.tiles(
        TerrainList(
          first: number, total: UInt16(truncatingIfNeeded: store.tiles.count),
          tiles: Array(store.tiles[first..<end]))
      ).encodeFromServer(into: &bytes)
      TerrainMessage.versions(TerrainVersions(first: number, versions: Array(store.versions[first..<end])))
        .encodeFromServer(into: &bytes)
      first = end
    }
    request(.shelve(name: ShelfState.listName, bytes))
  }

  // MARK: - Without a server

  /// The connection is there, or it is not: then what is kept is looked at.
  mutating func shelfConnection(_ isOpen: Bool) {
    shelf.asked = [:]
    shelf.missing = []
    guard !isOpen, store.tiles.isEmpty, !shelf.isListAsked else { return }
    shelf.isListAsked = true
    request(.recall(number: ShelfState.list, name: ShelfState.listName))
  }

  /// Whether a block may be kept, and has not come.
  func isOnShelf(_ key: TerrainBlockKey) -> Bool {
    Int(key.tile) < store.versions.count && store.versions[Int(key.tile)] != 0
      && (!key.isSurface || standing.version != 0) && !shelf.missing.contains(key)
  }

  /// Asks the device for blocks, as the server would be.
  mutating func recallDue(_ wanted: [TerrainBlockKey]) {
    for key in wanted {
      guard shelf.asked.count < Self.recallsAtOnce else { return }
      guard store.blocks[key] == nil, isOnShelf(key), !shelf.asked.values.contains(key),
        let name = shelfName(of: key)
      else { continue }
      shelf.questions = shelf.questions == .max ? 2 : shelf.questions + 1
      shelf.asked[shelf.questions] = key
      request(.recall(number: shelf.questions, name: name))
    }
  }

  /// The device answers a question.
  ///
  /// - Parameters:
  ///   - number: The question's, of `Effect.recall`.
  ///   - bytes: What was kept; nil where nothing was.
  ///   - now: The client's time.
  /// - Returns: What is to be done.
  public mutating func recalled(_ number: UInt32, _ bytes: [UInt8]?, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      switch number {
      case ShelfState.list: model.showKept(bytes ?? [], at: now)
      case ShelfState.scene:
        if model.shelf.isShown, model.plan == nil, let bytes {
          model.sceneState.given = bytes
          model.openGivenScene()
        }
      default: model.takeKept(number, bytes ?? [])
      }
    }
  }

  /// Shows the tiles that were kept, unless the server has told of some.
  private mutating func showKept(_ bytes: [UInt8], at now: Int64) {
    guard store.tiles.isEmpty, !link.isConnected else { return }
    var known = TerrainStore()
    var models = StandingState()
    var total = 0
    for message in Self.messages(bytes) {
      switch message {
      case .tiles(let list):
        _ = known.take(list)
        total = Int(list.total)
      case .versions(let versions): _ = known.take(versions)
      case .surfaces(let list): _ = models.take(list)
      default: break
      }
    }
    guard !known.tiles.isEmpty, known.tiles.count == total else { return }
    store = known
    standing.parts = models.parts
    store.keepsSurfaces = standing.isThere
    shelf.isShown = true
    areTilesKnown = true
    isWantStale = true
    if known.tiles.count == 1 { tileIndex = 0 }
    fitWhole()
    request(.stands)
    if sceneState.given == nil {
      request(.recall(number: ShelfState.scene, name: ShelfState.sceneName))
    }
    openGivenScene()
  }

  private mutating func takeKept(_ number: UInt32, _ bytes: [UInt8]) {
    guard let key = shelf.asked.removeValue(forKey: number), !link.isConnected else { return }
    for case .block(var block) in Self.messages(bytes)
    where block.key.level == key.level && block.key.row == key.row && block.key.column == key.column
      && block.key.isSurface == key.isSurface
    {
      // Tiles can have had other numbers.
      block.key = key
      if store.take(block) {
        placed(key)
        return
      }
    }
    if shelf.missing.count < 4 * TerrainStore.limit { shelf.missing.append(key) }
    if needed.contains(key) { takeNeeded() }
  }

  /// Messages of a server as they were kept; what cannot be read ends them.
  private static func messages(_ bytes: [UInt8]) -> [TerrainMessage] {
    var reader = TerrainMessageReader(limit: WireLimits.serverMessageBytes)
    var messages: [TerrainMessage] = []
    do throws(WireError) {
      while let message = try reader.nextFromServer(in: bytes.span.bytes) { messages.append(message) }
    } catch {
      return messages
    }
    return messages
  }
}
