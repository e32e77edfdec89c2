import Testing
import WaveCoverageWire
@testable import WaveInteraction
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct FetchTests {
  private static let cell = TerrainCell(south: 47, west: 10)
  private static let far = Coordinate(latitudeDegrees: 47.2, longitudeDegrees: 10.3)

  private func offered() -> Bench {
    var bench = Bench()
    bench.answer()
    bench.receive(.progress(progress(.offered, text: "dem.example")))
    bench.send(.press(.handle))
    return bench
  }

  private func progress(
    _ phase: TerrainProgress.Phase, done: UInt64 = 0, total: UInt64 = 0, text: String = ""
  ) -> TerrainProgress {
    TerrainProgress(
      cell: phase == .offered ? TerrainCell(south: 0, west: 0) : Self.cell, phase: phase, doneBytes: done,
      totalBytes: total, text: Array(text.utf8))
  }

  private func requests(_ bench: inout Bench) -> [TerrainFetch] {
    defer { bench.sent = [] }
    return bench.sent.compactMap { if case .fetch(let request) = $0 { request } else { nil } }
  }

  @Test func nothingIsOfferedByAServerThatGetsNone() {
    var bench = Bench()
    bench.answer()
    bench.send(.press(.handle))
    _ = bench.model.placePin(at: Self.far)
    bench.send(.tick)
    #expect(bench.controls.contains("There is no tile there") && !bench.controls.contains("Get the tile"))
    bench.press(.fetchTile)
    #expect(requests(&bench).isEmpty)
  }

  @Test func aMissingTileIsAskedForAndComes() {
    var bench = offered()
    #expect(!bench.controls.contains("Get the tile"), "the middle of the map has one")
    _ = bench.model.placePin(at: Self.far)
    bench.send(.tick)
    #expect(bench.controls.contains("Get the tile here, N47E010") && bench.controls.contains("dem.example"))
    bench.press(.fetchTile)
    #expect(requests(&bench) == [TerrainFetch(Self.cell, isWanted: true)])
    bench.receive(.progress(progress(.coming, done: 430, total: 1000)))
    #expect(bench.controls.contains("N47E010: 43 %"))
    bench.receive(.progress(progress(.coming, done: 2_500_000)))
    #expect(bench.controls.contains("N47E010: 2.5 MB"))
    // The tile is listed before it is reported as present.
    let tile = TerrainDescription(
      northDegrees: 48, westDegrees: 10, latitudeStepDegrees: 1.0 / 120, longitudeStepDegrees: 1.0 / 120,
      rowCount: 121, columnCount: 121, name: Array("N47E010".utf8))
    bench.receive(.tiles(TerrainList(first: 2, total: 3, tiles: [tile])))
    bench.receive(.progress(progress(.present)))
    #expect(bench.model.content.terrain.store.tiles.count == 3 && bench.model.fetch.running == nil)
    #expect(bench.controls.contains("N47E010") && !bench.controls.contains("Get the tile here, N47E010"))
    let isPlaced = bench.model.placePin(at: Self.far)
    #expect(isPlaced)
  }

  @Test func whatIsUnderWayCanBeStoppedAndFails() {
    var bench = offered()
    _ = bench.model.placePin(at: Self.far)
    bench.press(.fetchTile)
    bench.press(.fetchTile)
    bench.press(.cancelFetch)
    #expect(
      requests(&bench) == [TerrainFetch(Self.cell, isWanted: true), TerrainFetch(Self.cell, isWanted: false)])
    bench.receive(.progress(progress(.stopped)))
    #expect(bench.model.fetch.running == nil && bench.controls.contains("Get the tile here"))
    bench.press(.fetchTile)
    bench.receive(.progress(progress(.failed, text: "There is no such file.")))
    #expect(bench.controls.contains("There is no such file.") && bench.model.fetch.running == nil)
    bench.send(.press(.alert))
    #expect(!bench.controls.contains("Get the tile here"))
  }

  @Test func aServerThatIsBackKeepsWhatIsKnown() throws {
    var bench = offered()
    bench.pin(at: Bench.middle)
    try bench.draw()
    let blocks = bench.model.content.terrain.store.blocks.count
    bench.send(.connection(isOpen: false))
    #expect(bench.model.fetch.source == nil)
    bench.send(.connection(isOpen: true))
    let tile = TerrainDescription(
      northDegrees: 48, westDegrees: 10, latitudeStepDegrees: 1.0 / 120, longitudeStepDegrees: 1.0 / 120,
      rowCount: 121, columnCount: 121, name: Array("N47E010".utf8))
    bench.receive(.tiles(TerrainList(first: 0, total: 3, tiles: Bench.pair + [tile])))
    #expect(bench.model.content.terrain.store.tiles.count == 3 && bench.model.plan != nil)
    #expect(bench.model.content.terrain.store.blocks.count == blocks)
    // Other tiles are others.
    bench.receive(.tiles(TerrainList(first: 0, total: 1, tiles: [tile])))
    #expect(bench.model.content.terrain.store.tiles == [tile] && bench.model.plan == nil)
    #expect(bench.model.content.terrain.store.blocks.isEmpty)
  }

  @Test func cellsAreNamedByTheirSouthWest() {
    func cell(_ latitude: Double, _ longitude: Double) -> TerrainCell? {
      TerrainCell(containing: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
    }
    #expect(cell(51.5, -0.1) == TerrainCell(south: 51, west: -1))
    #expect(cell(-0.5, 359.5) == TerrainCell(south: -1, west: -1))
    #expect(cell(90, 180) == TerrainCell(south: 89, west: -180))
    #expect(cell(-90, -180) == TerrainCell(south: -90, west: -180))
    #expect(cell(.nan, 0) == nil)
  }
}
