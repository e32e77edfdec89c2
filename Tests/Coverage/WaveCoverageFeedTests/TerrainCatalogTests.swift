import Testing
import WaveCoverageWire
import WaveWire

@testable import WaveCoverageFeed

@Suite struct TerrainCatalogTests {
  static func tile(_ number: Int, posts: UInt32 = 300) -> TerrainDescription {
    TerrainDescription(
      northDegrees: Double(number % 90), westDegrees: 10, latitudeStepDegrees: 0.001,
      longitudeStepDegrees: 0.001, rowCount: posts, columnCount: posts, name: [UInt8(number & 63) + 32])
  }

  static func model(_ version: UInt64) -> SurfacePart {
    SurfacePart(
      northDegrees: 1, westDegrees: 10, southDegrees: 0, eastDegrees: 11, version: version, name: [])
  }

  static func key(
    _ tile: UInt16 = 0, level: UInt8 = 0, row: UInt16 = 0, column: UInt16 = 0, isSurface: Bool = false
  ) -> TerrainBlockKey {
    TerrainBlockKey(tile: tile, level: level, row: row, column: column, isSurface: isSurface)
  }

  /// The kinds of messages, the number of the first element of each, and the number of elements.
  private func summary(_ messages: [CoverageMessage]) -> [String] {
    messages.map { message in
      switch message {
      case .tiles(let list): "tiles \(list.first)+\(list.tiles.count) of \(list.total)"
      case .versions(let list): "versions \(list.first)+\(list.versions.count)"
      case .surfaces(let list): "surfaces \(list.first)+\(list.parts.count) of \(list.total)"
      default: "other"
      }
    }
  }

  @Test func allIsSentToANewClientInMessagesOfLimitedLength() {
    let catalog = TerrainCatalog(
      tiles: (0..<401).map { Self.tile($0) }, versions: (0..<401).map { UInt64($0) },
      surfaces: (0..<150).map { Self.model(UInt64($0)) })
    let messages = catalog.messages(since: TerrainCatalog())
    #expect(
      summary(messages) == [
        "surfaces 0+100 of 150", "surfaces 100+50 of 150", "tiles 0+200 of 401", "versions 0+200",
        "tiles 200+200 of 401", "versions 200+200", "tiles 400+1 of 401", "versions 400+1",
      ])
    guard case .tiles(let list) = messages[6], case .versions(let versions) = messages[7] else { return }
    #expect(list.tiles == [Self.tile(400)] && versions.versions == [400])
    #expect(catalog.messages(since: catalog).isEmpty)
  }

  @Test func onlyWhatChangedIsSentToAClientThatKnowsTheRest() {
    let before = TerrainCatalog(
      tiles: (0..<3).map { Self.tile($0) }, versions: [7, 8, 9], surfaces: [Self.model(1)])
    var after = before
    after.tiles[1] = Self.tile(1, posts: 100)
    after.versions[1] = 80
    after.tiles.append(Self.tile(3))
    after.versions.append(0)
    #expect(
      summary(after.messages(since: before)) == [
        "tiles 1+1 of 4", "versions 1+1", "tiles 3+1 of 4", "versions 3+1",
      ])
    after = before
    after.surfaces = [Self.model(2)]
    after.surfaceRevision += 1
    #expect(
      after.messages(since: before) == [.surfaces(TerrainSurfaces(first: 0, total: 1, parts: after.surfaces))]
    )
  }

  @Test func withoutVersionsNoneAreSent() {
    let catalog = TerrainCatalog(tiles: [Self.tile(0)])
    #expect(summary(catalog.messages(since: TerrainCatalog())) == ["tiles 0+1 of 1"])
    #expect(catalog.content(of: Self.key()) == TerrainCatalog.Content(tile: nil, surfaces: 0))
  }

  @Test func aBlockOfTheGroundHasNoVersionOfSurfaces() {
    var catalog = TerrainCatalog(tiles: [Self.tile(0)], versions: [5], surfaces: [Self.model(1)])
    catalog.surfaceRevision = 3
    #expect(catalog.content(of: Self.key()) == TerrainCatalog.Content(tile: 5, surfaces: 0))
    #expect(catalog.content(of: Self.key(isSurface: true)) == TerrainCatalog.Content(tile: 5, surfaces: 3))
    #expect(catalog.content(of: Self.key(1)).tile == nil)
  }

  @Test func blocksExistWithinTilesAndSurfacesOnlyWithModels() {
    var catalog = TerrainCatalog(tiles: [Self.tile(0)])
    #expect(catalog.posts(of: Self.key())?.rows == Array(0...128))
    #expect(catalog.posts(of: Self.key(row: 2))?.rows == Array(256..<300))
    #expect(catalog.posts(of: Self.key(1)) == nil && catalog.posts(of: Self.key(row: 3)) == nil)
    #expect(catalog.posts(of: Self.key(isSurface: true)) == nil)
    catalog.surfaces = [Self.model(1)]
    #expect(catalog.posts(of: Self.key(isSurface: true))?.columns == Array(0...128))
  }
}
