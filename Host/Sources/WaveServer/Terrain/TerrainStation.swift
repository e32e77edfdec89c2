import Dispatch
import Synchronization
import WaveWire

/// The tiles that are served; there is one of these however many clients look at them.
final class TerrainStation: Sendable {
  /// What all tiles are, those of one provider after those of the one before.
  let tiles: [TerrainDescription]
  let queue = DispatchQueue(label: "terrain")
  private let places: [(provider: Int, tile: Int)]
  private let providers: [any TerrainProvider]
  private let hubs = Mutex<[SessionHub]>([])

  private let streets: StreetMap?

  init(_ providers: [any TerrainProvider], streets: StreetMap? = nil) {
    self.providers = providers
    self.streets = streets
    var tiles: [TerrainDescription] = []
    var places: [(provider: Int, tile: Int)] = []
    for (number, provider) in providers.enumerated() {
      for (tile, description) in provider.tiles.enumerated() where tiles.count < WireLimits.tiles {
        tiles.append(description)
        places.append((number, tile))
      }
    }
    self.tiles = tiles
    self.places = places
  }

  func join(_ hub: SessionHub) { hubs.withLock { $0.append(hub) } }

  /// Wakes the clients: for one of them there are answers.
  func tell() {
    for hub in hubs.withLock({ $0 }) { hub.post(.terrain, from: 0) }
  }

  /// What a client is told when it says hello.
  var greeting: [TerrainMessage] {
    let streets = streets.map { [StreetRoutes.message($0)] } ?? []
    return streets
      + stride(from: 0, to: tiles.count, by: WireLimits.toldTiles).map { first in
        let told = tiles[first..<min(first + WireLimits.toldTiles, tiles.count)]
        return .tiles(
          TerrainList(first: UInt16(first), total: UInt16(clamping: tiles.count), tiles: Array(told)))
      }
  }

  /// Reads a block; may take long.
  func answer(_ key: TerrainBlockKey) -> TerrainMessage {
    guard Int(key.tile) < tiles.count, let (rows, columns) = tiles[Int(key.tile)].posts(of: key) else {
      return refusal(key, "There is no such part of the terrain. Reload the page to see what is there.")
    }
    let place = places[Int(key.tile)]
    do throws(TerrainFault) {
      let heights = try providers[place.provider].heights(ofTile: place.tile, rows: rows, columns: columns)
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
