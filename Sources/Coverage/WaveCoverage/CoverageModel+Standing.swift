import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

/// What stands on the ground: models of the surface, which rays meet where these know.
extension CoverageModel {
  /// Whether a plan's rays meet what stands on the ground.
  func meetsStanding(_ plan: CoveragePlan) -> Bool {
    standing.isOn && plan.model.meetsSurface && standing.isThere
  }

  /// The blocks of models over blocks of the ground, as far as a plan takes them.
  func standingKeys(over ground: [TerrainBlockKey], for plan: CoveragePlan) -> [TerrainBlockKey] {
    meetsStanding(plan)
      ? CoverageGround.surfaceKeys(over: ground, of: store.tiles, parts: standing.parts) : []
  }

  // MARK: - What comes

  mutating func receive(_ list: TerrainSurfaces) {
    guard standing.take(list) else { return }
    standingReplaced()
    shelveList()
  }

  /// The models are others: no block of theirs is what it was.
  private mutating func standingReplaced() {
    store.keepsSurfaces = standing.isThere
    store.forgetSurfaces()
    standing.hatches = [:]
    refused.removeAll { $0.isSurface }
    asked.removeAll { $0.isSurface }
    shelf.missing.removeAll { $0.isSurface }
    standingChanged()
  }

  /// A server that is there tells of its models before its tiles: one that has not has none.
  mutating func forgetStandingUntold() {
    guard !standing.isTold, !standing.parts.isEmpty else { return }
    standing.parts = []
    standingReplaced()
  }

  /// All maps are computed anew, with what stands on the ground or without.
  private mutating func standingChanged() {
    for index in sites.indices { sites[index].isStale = true }
    (served.refused, served.refusal) = (nil, [])
    // The ground is put together anew.
    surfaceSite = nil
    isWantStale = true
    if plan != nil { planChanged() }
    redraw()
  }

  mutating func chooseStanding(_ isOn: Bool) {
    if standing.isThere { setStanding(isOn) }
  }

  /// Switches them, be there any or not: a server may tell of them later.
  mutating func setStanding(_ isOn: Bool) {
    guard standing.isOn != isOn else { return }
    standing.isOn = isOn
    standingChanged()
  }

  /// Writes the models as a server tells of them, to be kept.
  func appendStanding(to bytes: inout [UInt8]) {
    var first = 0
    while first < standing.parts.count {
      let end = Swift.min(standing.parts.count, first + WireLimits.toldSurfaceParts)
      TerrainMessage.surfaces(
        TerrainSurfaces(
          first: UInt16(truncatingIfNeeded: first), total: UInt16(truncatingIfNeeded: standing.parts.count),
          parts: Array(standing.parts[first..<end]))
      ).encodeFromServer(into: &bytes)
      first = end
    }
  }

  // MARK: - How much is known

  /// How much of the circle models know, 0 to 1, by the posts nearest to places spread over it; nil where
  /// none is taken.
  func standingShare(within plan: CoveragePlan) -> Double? {
    guard meetsStanding(plan) else { return nil }
    var (known, all) = (0, 0)
    for index in 0..<Self.circlePlaces {
      guard let isKnown = isStandingKnown(at: Self.circlePlace(index, of: plan)) else { continue }
      all += 1
      if isKnown { known += 1 }
    }
    return all == 0 ? 0 : Double(known) / Double(all)
  }

  /// Whether models know the post nearest to a place; nil where no tile is.
  private func isStandingKnown(at place: Coordinate) -> Bool? {
    var isHeld = false
    for number in store.tiles.indices where store.tiles[number].contains(place) {
      isHeld = true
      let tile = store.tiles[number]
      let scale = Double(1 << Int(level))
      let east = (place.longitudeDegrees - tile.westDegrees).remainder(dividingBy: 360)
      let row = Int(
        saturating: ((tile.northDegrees - place.latitudeDegrees) / (tile.latitudeStepDegrees * scale))
          .rounded())
      let column = Int(
        saturating: ((east < 0 ? east + 360 : east) / (tile.longitudeStepDegrees * scale)).rounded())
      let counts = tile.blockCounts(level: level)
      // The last post is of the last block, whose next one is not there.
      let (down, right) = (
        Swift.min(row / WireLimits.terrainBlock, counts.rows - 1),
        Swift.min(column / WireLimits.terrainBlock, counts.columns - 1)
      )
      let key = TerrainBlockKey(
        tile: UInt16(truncatingIfNeeded: number), level: level, row: UInt16(truncatingIfNeeded: down),
        column: UInt16(truncatingIfNeeded: right), isSurface: true)
      guard let block = store.blocks[key] else { continue }
      let (y, x) = (row - down * WireLimits.terrainBlock, column - right * WireLimits.terrainBlock)
      guard y >= 0, y < block.rowCount, x >= 0, x < block.columnCount else { continue }
      if block.heights[y * block.columnCount + x] != TerrainBlock.void { return true }
    }
    return isHeld ? false : nil
  }

  // MARK: - What is said

  /// What is said over the map; nil where there is nothing to choose.
  var standingWords: StaticString? {
    guard let plan, standing.isThere, plan.model.meetsSurface else { return nil }
    guard standing.isOn else { return "without trees and roofs" }
    guard let share = shown?.standingShare else { return "trees and roofs" }
    if share >= 0.995 { return "with trees and roofs" }
    return share > 0 ? "trees and roofs in part of the map" : "trees and roofs: not known here"
  }

  /// How much of the ground along the path that is read tiles do not know, and of what stands on it models
  /// do, as lines of its sheet.
  var groundLines: [[UInt8]] {
    var lines: [[UInt8]] = []
    func percent(_ share: Double) -> Double {
      Swift.max(1, Swift.min(share < 1 ? 99 : 100, (100 * share).rounded()))
    }
    if let share = reading?.filledShare, share > 0 {
      var text = TextWriter()
      text.append(percent(share), decimals: 0)
      text.append(" % of the path has no height: filled in")
      lines.append(text.bytes)
    }
    guard let share = reading?.standingShare else { return lines }
    if share <= 0 { return lines + [Texts.bytes("trees and roofs: not known on this path")] }
    var text = TextWriter()
    text.append("trees and roofs known on ")
    text.append(percent(share), decimals: 0)
    text.append(" % of the path")
    return lines + [text.bytes]
  }

  /// In the drawer: the switch, how much is known, and which models are not used, and why.
  func appendStanding(to list: inout ControlListBuilder<CoverageAction>) {
    guard !standing.parts.isEmpty else { return }
    if standing.isThere {
      list.toggle(.includeSurface, label: "Trees and roofs", isOn: standing.isOn)
      var text = TextWriter()
      let model = (plan ?? settings).model
      if !model.meetsSurface {
        if let name = ModelChoice.of(model)?.name { text.append(name) }
        text.append(" knows the ground alone")
      } else if !standing.isOn {
        text.append("left out: rays meet the ground alone")
      } else if plan != nil, let share = shown?.standingShare {
        text.append("known for ")
        text.append(
          share > 0 && share < 1 ? Swift.max(1, Swift.min(99, (100 * share).rounded())) : 100 * share,
          decimals: 0)
        text.append(" % of the map; elsewhere the ground counts")
      } else {
        text.append("where they are outlined; elsewhere the ground counts")
      }
      list.fact(label: "They are", text: text.bytes)
    }
    appendStandingFaults(to: &list)
  }

  private func appendStandingFaults(to list: inout ControlListBuilder<CoverageAction>) {
    let told = 6
    var (count, more) = (0, 0)
    for part in standing.parts {
      let why =
        !part.isUsed ? part.fault : isStandingNear(part) ? [] : Texts.bytes("lies where no tile is")
      guard !why.isEmpty else { continue }
      guard count < told else {
        more += 1
        continue
      }
      list.fact(label: "Not used", text: part.name + Texts.bytes(": ") + why)
      count += 1
    }
    guard more > 0 else { return }
    var text = TextWriter()
    text.append(integer: more)
    text.append(" more, as the server told when it was started")
    list.fact(label: "Not used", text: text.bytes)
  }

  private func isStandingNear(_ part: SurfacePart) -> Bool {
    store.tiles.contains {
      part.touches(
        north: $0.northDegrees, west: $0.westDegrees, south: $0.southDegrees, east: $0.eastDegrees)
    }
  }
}
