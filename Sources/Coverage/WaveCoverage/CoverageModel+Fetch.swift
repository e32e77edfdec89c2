import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
package import WaveInteraction
import WaveTerrainFormats
import WaveUnits

/// Tiles that the server can get from elsewhere.
struct FetchState: Equatable, Sendable {
  /// From where; nil where it gets none.
  var whence: [UInt8]?
  /// Where a tile is wanted and none is.
  var missing: Coordinate?
  /// The tile that is under way.
  var running: TerrainProgress?
}

extension CoverageModel {
  /// Something is wanted where no tile is.
  mutating func missTile(at place: Coordinate) { fetch.missing = place }

  package mutating func dismissAlert() {
    alertText = []
    fetch.missing = nil
  }

  /// The tile that would be got: of what was wanted and is not there, else of the middle of the map.
  private var wantedCell: TerrainCell? {
    let place = fetch.missing ?? view.place(atX: view.width / 2, y: view.height / 2)
    guard place.isPlace, !store.tiles.contains(where: { $0.contains(place) }) else { return nil }
    return TerrainCell(containing: place)
  }

  private static func name(_ cell: TerrainCell) -> [UInt8] {
    DegreeCell(south: Int(cell.south), west: Int(cell.west))?.name ?? []
  }

  private static func percent(_ progress: TerrainProgress) -> [UInt8] {
    var text = TextWriter()
    text.append(bytes: name(progress.cell))
    text.append(": ")
    if progress.totalBytes > 0 {
      let share = Double(progress.doneBytes) / Double(progress.totalBytes)
      text.append(Swift.min(100, 100 * share).rounded(.down), decimals: 0)
      text.append(" %")
    } else {
      text.append(Double(progress.doneBytes) / 1e6, decimals: 1)
      text.append(" MB")
    }
    return text.bytes
  }

  /// In the drawer: what can be got for where the map is, or how far it is.
  func appendFetching(to list: inout ControlListBuilder<CoverageAction>) {
    guard let whence = fetch.whence else { return }
    if let running = fetch.running {
      list.fact(label: "Coming", text: Self.percent(running))
      list.button(.cancelFetch, label: "Stop that")
    } else if let cell = wantedCell {
      list.button(.fetchTile, label: Texts.bytes("Get the tile here, ") + Self.name(cell))
      list.fact(label: "From", text: whence)
    }
  }

  /// At the foot of the page, where something is wanted that is not there.
  package func appendAction(to list: inout ControlListBuilder<CoverageAction>) {
    guard fetch.whence != nil else { return }
    if let running = fetch.running {
      list.action(.cancelFetch, text: Self.percent(running) + Texts.bytes(" \u{00B7} stop"))
    } else if fetch.missing != nil, let cell = wantedCell {
      list.action(.fetchTile, text: Texts.bytes("Get the tile here, ") + Self.name(cell))
    }
  }

  mutating func getTile(at now: Int64) {
    guard fetch.whence != nil, fetch.running == nil, let cell = wantedCell else { return }
    guard link.isAnswering else {
      alertText = Texts.bytes(
        "There is no connection to the server, which gets tiles. Try again when it is back.")
      return
    }
    alertText = []
    refusal = nil
    fetch.running = TerrainProgress(cell: cell, phase: .coming)
    send(.fetch(TerrainFetch(cell, isWanted: true)))
  }

  mutating func stopTile() {
    guard let running = fetch.running else { return }
    send(.fetch(TerrainFetch(running.cell, isWanted: false)))
  }

  /// The server tells of a tile that it gets.
  mutating func receive(_ progress: TerrainProgress, at now: Int64) {
    redraw()
    switch progress.phase {
    case .offered: fetch.whence = progress.text
    case .coming:
      // One at a time is shown: another browser may have asked for another.
      if fetch.running == nil || fetch.running?.cell == progress.cell { fetch.running = progress }
    case .present, .failed, .stopped:
      guard fetch.running?.cell == progress.cell else { return }
      fetch.running = nil
      switch progress.phase {
      case .present: arrived(progress.cell, at: now)
      case .failed: alertText = progress.text
      default: break
      }
    }
  }

  private mutating func arrived(_ cell: TerrainCell, at now: Int64) {
    if let missing = fetch.missing, store.tiles.contains(where: { $0.contains(missing) }) {
      fetch.missing = nil
    }
    var text = TextWriter()
    text.append(bytes: Self.name(cell))
    text.append(" is here \u{00B7} hold a place to put the transmitter there")
    shell.words.showToast(text.bytes, at: now)
  }

  /// The connection is gone, and with it what is known of tiles under way.
  mutating func forgetFetching() {
    fetch.running = nil
    fetch.whence = nil
  }
}

extension TerrainCell {
  /// The cell of a place; a place at an edge belongs to the cell north-east of it.
  init?(containing place: Coordinate) {
    guard place.isPlace else { return nil }
    let east = place.longitudeDegrees.remainder(dividingBy: 360)
    let south = Swift.max(-90, Swift.min(89, place.latitudeDegrees.rounded(.down)))
    let west = east >= 180 ? -180 : east.rounded(.down)
    self.init(south: Int8(saturating: south), west: Int16(saturating: Swift.max(-180, west)))
  }
}
