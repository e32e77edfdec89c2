import Dispatch
import Foundation
import Synchronization
import WaveWire

/// The tiles that are served; there is one of these however many clients look at them.
final class TerrainStation: Sendable {
  private struct Known {
    /// What all tiles are: those of one provider after those of the one before, and behind them what has come since.
    var tiles: [TerrainDescription] = []
    var versions: [UInt64] = []
    var places: [(provider: Int, tile: Int)] = []
    /// How many tiles of each provider are among them.
    var counts: [Int]
    /// The providers' own counts of changed contents, as they were taken.
    var revisions: [Int] = []
    /// Counts what clients are to be told.
    var revision = 1
  }

  let queue = DispatchQueue(label: "terrain")
  /// Gets tiles that are not there, where a provider can.
  let fetches: TerrainFetchDesk?
  /// Computes maps that clients ask for.
  let maps: CoverageJobs
  private let known: Mutex<Known>
  private let providers: [any TerrainProvider]
  private let hubs = Mutex<[SessionHub]>([])
  private let streets: StreetMap?
  /// The models of the surface of all providers; there are no more than when it was started.
  let surfaces: [SurfacePart]

  init(_ providers: [any TerrainProvider], streets: StreetMap? = nil) {
    self.providers = providers
    // Half of the cores serve.
    maps = CoverageJobs(runningLimit: ProcessInfo.processInfo.activeProcessorCount / 2)
    self.streets = streets
    surfaces = Array(providers.flatMap { $0.surfaces }.prefix(WireLimits.surfaceParts))
    known = Mutex(Known(counts: providers.map { _ in 0 }))
    fetches = providers.lazy.compactMap { $0.supply }.first.map { TerrainFetchDesk($0) }
    grow()
  }

  /// What all tiles are.
  var tiles: [TerrainDescription] { known.withLock { $0.tiles } }

  /// Takes tiles that providers have got since.
  func grow() {
    let lists = providers.map { ($0.tiles, $0.versions) }
    known.withLock { known in
      for (number, (list, versions)) in lists.enumerated() {
        while known.counts[number] < list.count, known.tiles.count < WireLimits.tiles {
          known.tiles.append(list[known.counts[number]])
          known.versions.append(
            versions.indices.contains(known.counts[number]) ? versions[known.counts[number]] : 0)
          known.places.append((number, known.counts[number]))
          known.counts[number] += 1
          known.revision += 1
        }
      }
    }
  }

  /// Counts changes of tiles and of their contents.
  var revision: Int { known.withLock { $0.revision } }

  /// Which content a tile has; nil where there is no such tile.
  func version(ofTile tile: UInt16) -> UInt64? {
    known.withLock { $0.versions.indices.contains(Int(tile)) ? $0.versions[Int(tile)] : nil }
  }

  /// Takes contents that providers have found to be others, and has clients told.
  private func refresh() {
    let revisions = providers.map { $0.revision }
    guard known.withLock({ $0.revisions != revisions }) else { return }
    let lists = providers.map { $0.versions }
    let isOther = known.withLock { known in
      known.revisions = revisions
      var isOther = false
      for (number, place) in known.places.enumerated() where place.tile < lists[place.provider].count {
        let version = lists[place.provider][place.tile]
        guard known.versions[number] != version else { continue }
        known.versions[number] = version
        isOther = true
      }
      if isOther { known.revision += 1 }
      return isOther
    }
    if isOther { tell() }
  }

  func join(_ hub: SessionHub) { hubs.withLock { $0.append(hub) } }

  /// Wakes the clients: for one of them there are answers.
  func tell() {
    for hub in hubs.withLock({ $0 }) { hub.post(.terrain, from: 0) }
  }

  /// What a client is told before tiles.
  var greeting: [TerrainMessage] {
    var messages = streets.map { [StreetRoutes.message($0)] } ?? []
    for first in stride(from: 0, to: surfaces.count, by: WireLimits.toldSurfaceParts) {
      let told = surfaces[first..<min(first + WireLimits.toldSurfaceParts, surfaces.count)]
      messages.append(
        .surfaces(
          TerrainSurfaces(first: UInt16(first), total: UInt16(surfaces.count), parts: Array(told))))
    }
    return messages
  }

  /// What a client is told of tiles that it does not know, and of those that have another content.
  ///
  /// - Parameter told: The contents of tiles that it knows.
  /// - Returns: The messages, what it knows then, and which of the station's changes that is.
  func lists(since told: [UInt64]) -> (messages: [TerrainMessage], versions: [UInt64], revision: Int) {
    let (tiles, versions, revision) = known.withLock { ($0.tiles, $0.versions, $0.revision) }
    var messages: [TerrainMessage] = []
    for tile in told.indices where versions.indices.contains(tile) && versions[tile] != told[tile] {
      messages.append(.versions(TerrainVersions(first: UInt16(tile), versions: [versions[tile]])))
    }
    for first in stride(from: told.count, to: tiles.count, by: WireLimits.toldTiles) {
      let told = first..<min(first + WireLimits.toldTiles, tiles.count)
      messages.append(
        .tiles(
          TerrainList(
            first: UInt16(first), total: UInt16(clamping: tiles.count), tiles: Array(tiles[told]))))
      messages.append(.versions(TerrainVersions(first: UInt16(first), versions: Array(versions[told]))))
    }
    return (messages, versions, revision)
  }

  /// Reads a block; may take long.
  func answer(_ key: TerrainBlockKey) -> TerrainMessage {
    defer { refresh() }
    let found = known.withLock { known in
      Int(key.tile) < known.tiles.count ? (known.tiles[Int(key.tile)], known.places[Int(key.tile)]) : nil
    }
    guard let (tile, place) = found, let (rows, columns) = tile.posts(of: key) else {
      return refusal(key, "There is no such part of the terrain. Reload the page to see what is there.")
    }
    do throws(TerrainFault) {
      let provider = providers[place.provider]
      let heights =
        if key.isSurface, let posts = SurfacePosts(of: key, in: tile) {
          try provider.surfaceHeights(at: posts)
        } else {
          try provider.heights(ofTile: place.tile, rows: rows, columns: columns)
        }
      guard heights.count == rows.count * columns.count else {
        return refusal(key, "The tile has other posts than it says. Get it again.")
      }
      return .block(
        TerrainBlock(
          key: key, rowCount: UInt8(rows.count), columnCount: UInt8(columns.count), heights: heights))
    } catch {
      return refusal(key, error.text)
    }
  }

  private func refusal(_ key: TerrainBlockKey, _ text: String) -> TerrainMessage {
    .refusal(TerrainRefusal(key: key, text: Array(text.utf8)))
  }
}
