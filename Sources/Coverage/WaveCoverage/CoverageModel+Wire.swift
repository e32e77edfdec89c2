package import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
package import WaveWire

extension CoverageModel {
  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    asked = []
    refused = []
    forgetFetching()
    forgetServed()
    shelfConnection(isOpen)
    isWantStale = true
  }

  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {
    standing.isTold = false
  }

  package mutating func show(_ notice: Notice, at now: Int64) {
    alertText = notice.text
    redraw()
  }

  package mutating func accept(_ message: TerrainMessage, at now: Int64) {
    switch message {
    case .tiles(let list): receive(list, at: now)
    case .block(let block): receive(block)
    case .streets(let source):
      streets.source = source
      redraw()
    case .refusal(let refusal):
      // What is no longer asked for may be of a tile that was replaced.
      guard asked.contains(refusal.key) else { break }
      asked.removeAll { $0 == refusal.key }
      if refused.count < 4 * TerrainStore.limit { refused.append(refusal.key) }
      if needed.contains(refusal.key) { takeNewGround() }
      alertText = refusal.text
      isWantStale = true
      redraw()
    case .versions(let versions): receive(versions)
    case .surfaces(let list): receive(list)
    case .progress(let progress): receive(progress, at: now)
    case .coverageOffer(let offer): receive(offer)
    case .coverageProgress(let progress): receive(progress)
    case .coverageGeometry(let geometry): receive(geometry)
    case .coverageLosses(let part): receive(part, at: now)
    case .coverageRefusal(let refusal): receive(refusal)
    case .hello, .ask, .takeBack, .fetch, .coverageAsk, .coverageLeave, .clockRequest, .welcome, .clockReply,
      .notice:
      break
    }
  }

  private mutating func receive(_ list: TerrainList, at now: Int64) {
    shelf.isShown = false
    forgetStandingUntold()
    // A server that is back tells of the same tiles, and maybe of more: what is known of them stays.
    switch store.take(list) {
    case .known: return
    case .other: forgetTerrain()
    case .replaced(let tiles): forget(tiles)
    case .more: break
    }
    isWantStale = true
    redraw()
    guard store.tiles.count == Int(list.total) else { return }
    let areNew = !areTilesKnown
    areTilesKnown = true
    if areNew, store.tiles.count == 1 { tileIndex = 0 }
    if isWhole { fitWhole() }
    guard areNew else { return }
    openGivenScene()
    guard plan == nil else { return }
    say(
      tileIndex == nil
        ? "Tap a tile to begin \u{00B7} drag and pinch the map"
        : "Hold a place to put the transmitter there \u{00B7} drag and pinch the map", at: now)
  }

  /// Tiles have been replaced: all that was made of them is made anew, as their ground comes.
  mutating func forget(_ tiles: [Int]) {
    func isOfThem(_ key: TerrainBlockKey) -> Bool { tiles.contains(Int(key.tile)) }
    for slot in slots.indices where slots[slot].map({ isOfThem($0.key) }) ?? false { slots[slot] = nil }
    contours = contours.filter { !isOfThem($0.key) }
    standing.hatches = standing.hatches.filter { !isOfThem($0.key) }
    refused.removeAll { isOfThem($0) }
    asked.removeAll { isOfThem($0) }
    shelf.missing.removeAll { isOfThem($0) }
    if pathKeys.contains(where: isOfThem) {
      pathKeys = []
      if let place = reading?.place { read(place) }
    }
    (served.refused, served.refusal) = (nil, [])
    // Any map may lie over them.
    for site in sites.indices { sites[site].isStale = true }
    // Their blocks can be others.
    needed.removeAll { isOfThem($0) }
    isWantStale = true
    takeNeeded()
    redraw()
  }

  private mutating func forgetTerrain() {
    (tileIndex, plan, reading) = (nil, nil, nil)
    work = .none
    surface = TerrainSurface()
    coarseSurface = TerrainSurface()
    (standing.surface, standing.coarse, standing.hatches) = (TerrainSurface(), TerrainSurface(), [:])
    pathKeys = []
    (surfaceKeys, slots, contours, isWhole) = ([], [], [:], true)
    (areTilesKnown, showsAllTiles) = (false, false)
  }

  private mutating func receive(_ block: TerrainBlock) {
    asked.removeAll { $0 == block.key }
    guard store.take(block) else { return }
    shelve(block)
    placed(block.key)
  }

  /// A block is there that was not.
  mutating func placed(_ key: TerrainBlockKey) {
    groundForPathCame(key)
    if key.isSurface {
      standing.hatches[key] = nil
    } else {
      contours[key] = nil
      shadeBesides(key)
    }
    if needed.contains(key) { takeNewGround() }
    isWantStale = true
    redraw()
  }

  /// Sends what is due: requests for blocks and maps, and the scene for the page's address.
  package mutating func sendDue(at now: Int64) {
    askForBlocks()
    askServer(at: now)
    tellScene(at: now)
    settleCopied(at: now)
  }

  private mutating func askForBlocks() {
    guard link.isVisible, screen.width > 0, !store.tiles.isEmpty else { return }
    if isWantStale {
      isWantStale = false
      want()
    }
    guard link.isConnected else { return recallDue(roots + needed.prefix(4) + pathKeys + seen + needed) }
    // What has been scrolled away is not waited for.
    let wanted = roots + seen + needed + pathKeys
    for key in asked where !wanted.contains(key) { send(.takeBack(TerrainTakeBack(key))) }
    asked.removeAll { !wanted.contains($0) }
    // What the finger waits for first: the ground under the pin, then the picture.
    for key in roots + needed.prefix(4) + pathKeys + seen + needed {
      guard asked.count < WireLimits.terrainAsks else { break }
      guard store.blocks[key] == nil, !asked.contains(key), !refused.contains(key) else { continue }
      asked.append(key)
      send(.ask(TerrainAsk(key)))
    }
  }
}
