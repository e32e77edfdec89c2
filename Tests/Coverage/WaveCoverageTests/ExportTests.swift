import Foundation
import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@testable import WaveCoverage

@Suite struct ExportTests {
  /// What a press of a button has the user keep.
  private func kept(_ bench: inout Bench, _ format: MapFormat) -> (name: String, bytes: [UInt8])? {
    var (name, bytes, isWhole) = ("", [UInt8](), false)
    for effect in bench.keep(format) {
      switch effect {
      case .own(.file(.name(let given))): name = String(decoding: given, as: UTF8.self)
      case .own(.file(.save(let more, let isLast))):
        if isWhole { Issue.record("something follows the last part") }
        bytes += more
        isWhole = isLast
      default: break
      }
    }
    return isWhole ? (name, bytes) : nil
  }

  private func pinned() throws -> Bench {
    var bench = Bench()
    bench.answer()
    bench.set(.pickTile, to: 0)
    bench.send(.press(.handle))
    bench.enter("46.85, 10.1", into: .place)
    bench.answer()
    try bench.draw()
    return bench
  }

  @Test func filesAreOfWhatIsShown() throws {
    var bench = try pinned()
    #expect(bench.controls.contains("Keep the map"))
    let grid = try bench.noted(MapGrid(try #require(bench.model.shown?.map)))
    let tiff = try #require(kept(&bench, .geoTIFF))
    #expect(tiff.name == "loss_915MHz_2km_46.85000N_10.10000E.tif" && tiff.bytes == grid.geoTIFF())
    let table = try #require(kept(&bench, .csv))
    #expect(table.name.hasSuffix(".csv") && table.bytes == grid.csv(column: Array("loss_dB".utf8)))
    let lines = try #require(kept(&bench, .geoJSON))
    #expect(lines.bytes == grid.geoJSON(levels: (5...19).map { Int16($0 * 1000) }))
    let picture = grid.png(palette: ColorMap.loss.entries, low: 5000, high: 19_000)
    let zip = try #require(kept(&bench, .png))
    #expect(zip.name == "loss_915MHz_2km_46.85000N_10.10000E.zip")
    #expect(zip.bytes.contains(picture) && zip.bytes.contains(grid.worldFile()))
    let earth = try #require(kept(&bench, .kmz))
    #expect(earth.bytes.contains(picture) && earth.bytes.contains(Array("<href>map.png</href>".utf8)))
  }

  @Test func levelsAreWhatIsRadiatedWithoutTheLoss() throws {
    var bench = try pinned()
    let losses = MapGrid(try #require(bench.model.shown?.map)).values
    bench.enter("20.5", into: .power)
    bench.set(.chooseDisplay, to: 1)
    let map = try #require(bench.model.shown?.map)
    let levels = try bench.noted(try #require(bench.model.mapFile).grid(of: map))
    for (level, loss) in zip(levels.values, losses) {
      #expect(loss == MapGrid.nothing ? level == loss : Int(level) == 2050 - Int(loss))
    }
    let table = try #require(kept(&bench, .csv))
    #expect(table.name.hasPrefix("level_") && table.bytes == levels.csv(column: Array("level_dBm".utf8)))
    let lines = try #require(kept(&bench, .geoJSON))
    #expect(lines.bytes == levels.geoJSON(levels: (-13 ... -4).map { Int16($0 * 1000) }))
    // The least loss is the best level, whichever way the colours are asked.
    let colors = bench.model.content.colors
    let picture = levels.png(
      palette: colors.map.entries.reversed(), low: 2050 - colors.high, high: 2050 - colors.low)
    let zip = try #require(kept(&bench, .png))
    #expect(zip.bytes.contains(picture))
  }

  /// Who finds a file later is to know what it is by.
  @Test func filesNameTheirModel() throws {
    var bench = try pinned()
    var plan = try #require(bench.model.shown?.plan)
    (plan.model, plan.clutter) = (.p1812, .urban)
    let note = String(decoding: MapFile.note(of: plan), as: UTF8.self)
    #expect(note == "modelled by ITU-R P.1812 with clutter: Urban, 15\u{A0}m")
    let town = try bench.noted(MapGrid(try #require(bench.model.shown?.map)), plan)
    #expect(town.geoTIFF().contains(Array("with clutter: Urban, 15 m\0".utf8)))
    plan.model = .irregularTerrain
    let grid = try bench.noted(MapGrid(try #require(bench.model.shown?.map)), plan)
    #expect(grid.geoTIFF().contains(Array("modelled by Longley-Rice\0".utf8)))
    #expect(grid.kml(name: [], picture: []).contains(Array("modelled by Longley\u{2013}Rice<".utf8)))
    let tiff = try #require(kept(&bench, .geoTIFF))
    #expect(tiff.bytes.contains(Array("modelled by ".utf8)))
  }

  @Test func aMapThatIsNotWholeIsNotKept() throws {
    var bench = try pinned()
    bench.enter("1.5", into: .radius)
    #expect(bench.model.hasWork)
    #expect(kept(&bench, .geoTIFF) == nil)
    #expect(bench.controls.contains("still being computed"))
    try bench.draw()
    bench.answer()
    try bench.draw()
    #expect(kept(&bench, .geoTIFF) != nil)
    #expect(!bench.controls.contains("still being computed"))
  }

  @Test func beyondTheDateLineATableGoesOnInTheWest() {
    let grid = MapGrid(
      PostLattice(
        northWest: Coordinate(latitudeDegrees: 10, longitudeDegrees: 179.5), latitudeStepDegrees: 0.5,
        longitudeStepDegrees: 0.5, rowCount: 1, columnCount: 3), values: [100, 200, 300])
    let text = String(decoding: grid.csv(column: Array("x".utf8)), as: UTF8.self)
    #expect(
      text.split(separator: "\n").dropFirst().map { Double($0.split(separator: ",")[1]) } == [
        179.5, 180, -179.5,
      ])
  }

  @Test func rowsOfATableAreTheTable() throws {
    let bench = try pinned()
    let grid = MapGrid(try #require(bench.model.shown?.map))
    let column = Array("x".utf8)
    let half = grid.rowCount / 2
    #expect(
      grid.csv(column: column, rows: 0..<half) + grid.csv(column: column, rows: half..<1_000_000)
        == grid.csv(column: column))
  }

  @Test(arguments: [
    ("12.5", 12_500.0), ("800 m", 800), ("0,5 km", 500), ("1000", 1_000_000), ("0.1", 100), ("3KM", 3000),
  ])
  func radiiAreTyped(text: String, meters: Double) throws {
    var bench = try pinned()
    bench.enter(text, into: .radius)
    #expect(bench.model.plan?.radiusMeters == meters)
    #expect(!bench.controls.contains("Not taken"))
  }

  @Test(arguments: ["0", "-1", "1000.1", "10000", "far", "", "5 miles", "99 m", "1e999"])
  func radiiThatCannotBeAreRefusedInPlace(text: String) throws {
    var bench = try pinned()
    bench.enter(text, into: .radius)
    #expect(bench.model.plan?.radiusMeters == 2000)
    #expect(bench.controls.contains("Not taken"))
  }

  /// What who reads a file is to know stands where its format has a place for it, and nowhere else.
  @Test func aNoteIsInTheFiles() throws {
    let bench = try pinned()
    let plain = MapGrid(try #require(bench.model.shown?.map))
    var grid = plain
    let words = "a \"note\" <of> 1 \\ & more"
    grid.note = Array(words.utf8)
    struct Lines: Decodable { let note: String? }
    let levels: [Int16] = [9000, 10_000]
    for (one, note) in [(plain, nil), (grid, words)] as [(MapGrid, String?)] {
      let lines = try JSONDecoder().decode(Lines.self, from: Data(one.geoJSON(levels: levels)))
      #expect(lines.note == note)
      let document = one.kml(name: Array("Map".utf8), picture: Array("map.png".utf8))
      let escaped = Array("</name><description>a \"note\" &lt;of> 1 \\ &amp; more</description><Icon>".utf8)
      #expect(document.contains(escaped) == (note != nil))
      let picture = one.png(palette: ColorMap.loss.entries, low: 5000, high: 19_000)
      #expect(picture.contains(Array("tEXtDescription\0\(words)".utf8)) == (note != nil))
    }
    // Tag 270, ASCII, as long as the words and their end, before where the strip lies: tags rise.
    let count = UInt8(words.utf8.count + 1)
    let entry: [UInt8] = [0x0E, 0x01, 2, 0, count, 0, 0, 0]
    let tiff = Array(grid.geoTIFF().prefix(400))
    let place = try #require(tiff.indices.first { tiff[$0...].starts(with: entry) })
    let offset = Int(tiff[place + 8]) | Int(tiff[place + 9]) << 8
    #expect(tiff[offset...].starts(with: Array(words.utf8) + [0]))
    #expect(
      tiff[(place - 12)...].starts(with: [0x06, 0x01]) && tiff[(place + 12)...].starts(with: [0x11, 0x01]))
    #expect(!plain.geoTIFF().prefix(400).contains(entry))
    #expect(grid.geoTIFF().suffix(4 * plain.values.count) == plain.geoTIFF().suffix(4 * plain.values.count))
    #expect(grid.csv(column: []) == plain.csv(column: []) && grid != plain)
  }
}
