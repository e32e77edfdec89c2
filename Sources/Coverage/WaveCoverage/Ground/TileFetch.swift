import WaveCoverageFeed
import WaveCoverageWire
import WaveTerrainFormats
import WaveUnits

/// The state of the server's tile downloads: their source, the missing tile, and the running download.
struct TileFetch: Sendable {
  /// The effect of a message from the server.
  enum Outcome: Equatable, Sendable {
    /// Only the controls change.
    case none
    /// The tile has been downloaded.
    case arrived(TerrainCell)
    /// The download has failed, with a message for the user.
    case failed([UInt8])
  }

  /// The source from which the server downloads tiles; nil if it downloads none.
  private(set) var source: [UInt8]?
  /// The position at which a tile is needed but missing.
  private(set) var missing: Coordinate?
  /// The progress of the running download.
  private(set) var running: TerrainProgress?

  /// Records that a tile is needed at a position but missing.
  mutating func miss(_ place: Coordinate) { missing = place }

  /// Clears the position of the missing tile.
  mutating func forgetMissing() { missing = nil }

  /// Discards the source and the running download after the connection was opened or closed.
  mutating func connectionChanged() { (source, running) = (nil, nil) }

  /// Records that the server has been asked to download a tile.
  mutating func begin(_ cell: TerrainCell) { running = TerrainProgress(cell: cell, phase: .coming) }

  /// Receives a download's progress; `store` must already contain the tiles downloaded so far.
  mutating func receive(_ progress: TerrainProgress, with store: TerrainStore) -> Outcome {
    switch progress.phase {
    case .offered: source = progress.text
    case .coming:
      // Only one download is shown; another browser may have requested others.
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

  /// Returns the cell of the tile to download: the missing tile or, if none is missing, the tile in the
  /// middle of the map.
  ///
  /// Returns nil if that tile exists or cannot be downloaded.
  func cell(around middle: Coordinate, in store: TerrainStore) -> TerrainCell? {
    let place = missing ?? middle
    return store.contains(place) ? nil : TerrainCell(containing: place)
  }

  /// Returns the text for a download's progress.
  static func text(_ progress: TerrainProgress) -> [UInt8] {
    guard progress.totalBytes > 0 else {
      return TextWriter("\(progress.cell.name): \(Double(progress.doneBytes) / 1e6, decimals: 1) MB").bytes
    }
    let share = Double(progress.doneBytes) / Double(progress.totalBytes)
    let percent = Swift.min(100, 100 * share).rounded(.down)
    return TextWriter("\(progress.cell.name): \(percent, decimals: 0) %").bytes
  }
}

extension TerrainCell {
  /// Creates the one-degree cell that contains a position; a position on an edge belongs to the cell to its
  /// north or east.
  init?(containing place: Coordinate) {
    guard place.isPlace else { return nil }
    let east = place.longitudeDegrees.remainder(dividingBy: 360)
    let south = Swift.max(-90, Swift.min(89, place.latitudeDegrees.rounded(.down)))
    let west = east >= 180 ? -180 : east.rounded(.down)
    self.init(south: Int8(saturating: south), west: Int16(saturating: Swift.max(-180, west)))
  }

  /// The name of the cell's tile, such as `N46E010`.
  var name: [UInt8] { DegreeCell(south: Int(south), west: Int(west))?.name ?? [] }
}
