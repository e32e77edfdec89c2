import Dispatch
import Foundation
import Synchronization
import WaveCoverageWire
import WaveServer
import WaveWire

/// The tiles that are served; all clients share one station.
final class TerrainStation: Sendable {
  /// The versions of the contents that a block is made from.
  struct Content: Equatable {
    /// The version of its tile; nil if there is no such tile.
    var tile: UInt64?
    /// The number of changes of the surface models so far; 0 if the block is of the ground alone.
    var surfaces: Int
  }

  private struct Known {
    /// All tiles: those of the first provider, then those of the next, and at the end those added later.
    var tiles: [TerrainDescription] = []
    var versions: [UInt64] = []
    var places: [(provider: Int, tile: Int)] = []
    /// The number of tiles from each provider.
    var counts: [Int]
    /// Each provider's `revision` when its contents were last read.
    var revisions: [Int] = []
    /// Counts changes of which clients must be informed.
    var revision = 1
    /// The surface models of all providers, and a count of their changes.
    var surfaces: [SurfacePart] = []
    var surfaceRevision = 1
  }

  let queue = DispatchQueue(label: "terrain")
  /// Downloads missing tiles; nil if no provider can.
  let fetches: TerrainFetchDesk?
  /// Computes the maps that clients request.
  let maps: CoverageJobs
  private let known: Mutex<Known>
  private let providers: [any TerrainProvider]
  /// The wakers of the clients, which are called when tiles change.
  private let wakers = Mutex<[ClientID: ClientWaker]>([:])
  private let streets: StreetMap?

  init(_ providers: [any TerrainProvider], streets: StreetMap? = nil) {
    self.providers = providers
    // Half of the cores remain free for other work.
    maps = CoverageJobs(runningLimit: ProcessInfo.processInfo.activeProcessorCount / 2)
    self.streets = streets
    known = Mutex(Known(counts: providers.map { _ in 0 }, surfaces: Self.surfaces(of: providers)))
    fetches = providers.lazy.compactMap { $0.supply }.first.map { TerrainFetchDesk($0) }
    grow()
  }

  /// All tiles.
  var tiles: [TerrainDescription] { known.withLock { $0.tiles } }

  /// Returns a tile; nil if there is none with this number.
  func tile(_ number: UInt16) -> TerrainDescription? {
    known.withLock { $0.tiles.indices.contains(Int(number)) ? $0.tiles[Int(number)] : nil }
  }

  /// The surface models of all providers; their number is constant.
  var surfaces: [SurfacePart] { known.withLock { $0.surfaces } }

  private static func surfaces(of providers: [any TerrainProvider]) -> [SurfacePart] {
    Array(providers.flatMap { $0.surfaces }.prefix(WireLimits.surfaceParts))
  }

  /// Returns the providers' tiles with the versions of just these tiles, and the providers' revisions.
  private func listed() -> (revisions: [Int], lists: [(tiles: [TerrainDescription], versions: [UInt64])]) {
    var revisions = providers.map { $0.revision }
    while true {
      let lists = providers.map { ($0.tiles, $0.versions) }
      let next = providers.map { $0.revision }
      if next == revisions { return (revisions, lists) }
      revisions = next
    }
  }

  /// Appends tiles that providers have added.
  func grow() {
    known.withLock { known in
      for (number, (list, versions)) in listed().lists.enumerated() {
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

  /// Returns the versions of the contents that a block is made from.
  func content(of key: TerrainBlockKey) -> Content {
    known.withLock { known in
      Content(
        tile: known.versions.indices.contains(Int(key.tile)) ? known.versions[Int(key.tile)] : nil,
        surfaces: key.isSurface ? known.surfaceRevision : 0)
    }
  }

  /// Reads changed contents from the providers, and informs clients.
  private func refresh() {
    guard known.withLock({ $0.revisions }) != providers.map({ $0.revision }) else { return }
    let isOther = known.withLock { known in
      // The providers are read under the lock, so that an older state cannot overwrite a newer one.
      let (revisions, lists) = listed()
      known.revisions = revisions
      var isOther = false
      for (number, place) in known.places.enumerated()
      where place.tile < lists[place.provider].versions.count {
        let version = lists[place.provider].versions[place.tile]
        guard known.versions[number] != version else { continue }
        (known.versions[number], known.tiles[number]) = (version, lists[place.provider].tiles[place.tile])
        isOther = true
      }
      let surfaces = Self.surfaces(of: providers)
      if surfaces != known.surfaces {
        known.surfaces = surfaces
        known.surfaceRevision += 1
        isOther = true
      }
      if isOther { known.revision += 1 }
      return isOther
    }
    if isOther { tell() }
  }

  /// Registers a client to be woken when tiles change.
  func join(_ client: ClientID, waker: ClientWaker) { wakers.withLock { $0[client] = waker } }

  /// Removes a client that has left.
  func leave(_ client: ClientID) { wakers.withLock { $0[client] = nil } }

  /// Wakes all clients, since tiles or the progress of a download have changed.
  func tell() {
    for waker in wakers.withLock({ Array($0.values) }) { waker.wake() }
  }

  /// The messages that a client receives once, before the list of tiles.
  var greeting: [TerrainMessage] { streets.map { [StreetRoutes.message($0)] } ?? [] }

  /// The messages that describe the surface models to a client.
  private static func messages(of surfaces: [SurfacePart]) -> [TerrainMessage] {
    var messages: [TerrainMessage] = []
    for first in stride(from: 0, to: surfaces.count, by: WireLimits.toldSurfaceParts) {
      let told = surfaces[first..<min(first + WireLimits.toldSurfaceParts, surfaces.count)]
      messages.append(
        .surfaces(
          TerrainSurfaces(first: UInt16(first), total: UInt16(surfaces.count), parts: Array(told))))
    }
    return messages
  }

  /// Returns messages about tiles and surface models that are new to a client, or have changed.
  ///
  /// - Parameter told: The state that the client knows.
  /// - Returns: The messages, and the state that the client knows after them.
  func lists(since told: ToldTerrain) -> (messages: [TerrainMessage], told: ToldTerrain) {
    let (known, surfaces, tiles) = known.withLock { known in
      (
        ToldTerrain(
          versions: known.versions, surfaces: known.surfaceRevision, revision: known.revision),
        known.surfaces, known.tiles
      )
    }
    var messages = told.surfaces == known.surfaces ? [] : Self.messages(of: surfaces)
    func tell(_ range: Range<Int>) {
      let first = UInt16(range.lowerBound)
      messages.append(
        .tiles(
          TerrainList(first: first, total: UInt16(clamping: tiles.count), tiles: Array(tiles[range]))))
      messages.append(.versions(TerrainVersions(first: first, versions: Array(known.versions[range]))))
    }
    for tile in told.versions.indices
    where tiles.indices.contains(tile) && known.versions[tile] != told.versions[tile] {
      tell(tile..<tile + 1)
    }
    for first in stride(from: told.versions.count, to: tiles.count, by: WireLimits.toldTiles) {
      tell(first..<min(first + WireLimits.toldTiles, tiles.count))
    }
    return (messages, known)
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
