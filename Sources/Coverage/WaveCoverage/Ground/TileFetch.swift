import WaveCoverageFeed
import WaveCoverageWire
import WaveTerrainFormats
import WaveUnits

/// Tiles that the server can download: from where, which one is wanted, and which one is on its way.
struct TileFetch: Sendable {
  /// What a message of the server's means.
  enum Outcome: Equatable, Sendable {
    /// Nothing but what the controls show.
    case none
    /// The tile is there.
    case arrived(TerrainCell)
    /// The tile cannot be had, and why.
    case failed([UInt8])
  }

  /// From where the server downloads tiles; nil where it downloads none.
  private(set) var source: [UInt8]?
  /// Where a tile is wanted and none is.
  private(set) var missing: Coordinate?
  /// The tile that is on its way.
  private(set) var running: TerrainProgress?

  /// Something is wanted at a place where no tile is.
  mutating func miss(_ place: Coordinate) { missing = place }

  /// Nothing is wanted any more where no tile is.
  mutating func forgetMissing() { missing = nil }

  /// The connection was opened or closed: what another server downloads is not known.
  mutating func connectionChanged() { (source, running) = (nil, nil) }

  /// The server is asked for a tile.
  mutating func begin(_ cell: TerrainCell) { running = TerrainProgress(cell: cell, phase: .coming) }

  /// The server says what it downloads, and has listed the tiles that are there by now.
  mutating func receive(_ progress: TerrainProgress, with store: TerrainStore) -> Outcome {
    switch progress.phase {
    case .offered: source = progress.text
    case .coming:
      // One at a time is shown: another browser may have asked for another.
      if running == nil || running?.cell == progress.cell { running = progress }
    case .present, .failed, .stopped:
      guard running?.cell == progress.cell else { break }
      running = nil
      if progress.phase == .failed { return .failed(progress.text) }
      guard progress.phase == .present else { break }
      if let place = missing, store.contains(place) { missing = nil }
      return .arrived(progress.cell)
    }
    return .none
  }

  /// The tile that would be downloaded: of what is wanted and is not there, else of the middle of the map;
  /// nil where a tile is there, or none can be.
  func cell(around middle: Coordinate, in store: TerrainStore) -> TerrainCell? {
    let place = missing ?? middle
    return store.contains(place) ? nil : TerrainCell(containing: place)
  }

  /// How far the tile on its way is.
  static func text(_ progress: TerrainProgress) -> [UInt8] {
    var text = TextWriter()
    text.append(bytes: progress.cell.name)
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

  /// What its tile is called, such as `N46E010`.
  var name: [UInt8] { DegreeCell(south: Int(south), west: Int(west))?.name ?? [] }
}
