import Dispatch
import Foundation
import Synchronization
import WaveCoverageFeed
import WaveCoverageWire
import WaveServer
import WaveSystem
import WaveWire

/// The terrain tiles that the server provides, shared by all clients.
final class TerrainHost: Sendable {
  private struct Known {
    /// All tiles and surface models.
    ///
    /// Tiles are in the order of their providers; tiles added later come last.
    var catalog: TerrainCatalog
    var places: [(provider: Int, tile: Int)] = []
    /// The number of tiles from each provider.
    var counts: [Int]
    /// Each provider's `revision` when its contents were last read.
    var revisions: [Int] = []
  }

  let queue = DispatchQueue(label: "terrain")
  /// The downloads of missing tiles; nil if no provider supports downloading.
  let fetches: TerrainDownloads?
  /// The queue of the maps that clients have requested.
  let maps: CoverageJobs
  /// The street map announcement; nil if there is no street map.
  let streets: TerrainStreets?
  private let known: Mutex<Known>
  private let providers: [any TerrainProvider]
  /// The clients' wakers, which are called when tiles change.
  private let wakers = Mutex<[ClientID: ClientWaker]>([:])

  init(_ providers: [any TerrainProvider], streets: StreetMap? = nil) {
    self.providers = providers
    // Half of the cores remain free for other work.
    maps = CoverageJobs(runningLimit: ProcessInfo.processInfo.activeProcessorCount / 2)
    self.streets = streets.map(StreetRoutes.message)
    let catalog = TerrainCatalog(tiles: [], surfaces: Self.surfaces(of: providers))
    known = Mutex(Known(catalog: catalog, counts: providers.map { _ in 0 }))
    fetches = providers.lazy.compactMap { $0.supply }.first.map { TerrainDownloads($0) }
    grow()
  }

  /// All tiles and surface models.
  var catalog: TerrainCatalog { known.withLock { $0.catalog } }

  private static func surfaces(of providers: [any TerrainProvider]) -> [SurfacePart] {
    Array(providers.flatMap { $0.surfaces }.prefix(WireLimits.surfaceParts))
  }

  /// Returns each provider's revision, with the tiles and versions of that revision; reads them again if a
  /// revision changes meanwhile.
  private func listed() -> (revisions: [Int], lists: [(tiles: [TerrainDescription], versions: [UInt64])]) {
    var revisions = providers.map { $0.revision }
    while true {
      let lists = providers.map { ($0.tiles, $0.versions) }
      let next = providers.map { $0.revision }
      if next == revisions { return (revisions, lists) }
      revisions = next
    }
  }

  /// Appends the tiles that providers have added since they were last read.
  func grow() {
    known.withLock { known in
      for (number, (list, versions)) in listed().lists.enumerated() {
        while known.counts[number] < list.count, known.catalog.tiles.count < WireLimits.tiles {
          let tile = known.counts[number]
          known.catalog.tiles.append(list[tile])
          known.catalog.versions.append(versions.indices.contains(tile) ? versions[tile] : 0)
          known.places.append((number, tile))
          known.counts[number] += 1
          known.catalog.revision += 1
        }
      }
    }
  }

  /// A counter that increases when tiles or their contents change.
  var revision: Int { known.withLock { $0.catalog.revision } }

  /// Reads changed contents from the providers and notifies the clients.
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
        guard known.catalog.versions[number] != version else { continue }
        known.catalog.versions[number] = version
        known.catalog.tiles[number] = lists[place.provider].tiles[place.tile]
        isOther = true
      }
      let surfaces = Self.surfaces(of: providers)
      if surfaces != known.catalog.surfaces {
        known.catalog.surfaces = surfaces
        known.catalog.surfaceRevision += 1
        isOther = true
      }
      if isOther { known.catalog.revision += 1 }
      return isOther
    }
    if isOther { notify() }
  }

  /// Registers a client to be woken when tiles change.
  func join(_ client: ClientID, waker: ClientWaker) { wakers.withLock { $0[client] = waker } }

  /// Unregisters a client that has disconnected.
  func leave(_ client: ClientID) { wakers.withLock { $0[client] = nil } }

  /// Wakes all clients after tiles or the progress of downloads have changed.
  func notify() {
    for waker in wakers.withLock({ Array($0.values) }) { waker.wake() }
  }

  /// Reads the block that a client requested and returns the answer; this can take a long time.
  func answer(_ key: TerrainBlockKey) -> BlockAnswer {
    let content = catalog.content(of: key)
    let answer: BlockAnswer
    do throws(TerrainFault) { answer = .block(try block(key), of: content) } catch {
      answer = .refused(error.text.utf8(limit: WireLimits.text))
    }
    return catalog.content(of: key) == content ? answer : .outdated
  }

  /// Reads a block; this can take a long time.
  ///
  /// - Throws: A message for the user if the block cannot be read.
  func block(_ key: TerrainBlockKey) throws(TerrainFault) -> TerrainBlock {
    defer { refresh() }
    let (catalog, places) = known.withLock { ($0.catalog, $0.places) }
    guard let (rows, columns) = catalog.posts(of: key) else {
      throw TerrainFault(String(decoding: TerrainCatalog.noSuchBlock, as: UTF8.self))
    }
    let place = places[Int(key.tile)]
    let provider = providers[place.provider]
    let heights =
      if key.isSurface, let posts = SurfacePosts(of: key, in: catalog.tiles[Int(key.tile)]) {
        try provider.surfaceHeights(at: posts)
      } else {
        try provider.heights(ofTile: place.tile, rows: rows, columns: columns)
      }
    guard heights.count == rows.count * columns.count else {
      throw TerrainFault("The posts of the tile do not match its description. Fetch it again.")
    }
    return TerrainBlock(
      key: key, rowCount: UInt8(rows.count), columnCount: UInt8(columns.count), heights: heights)
  }
}
