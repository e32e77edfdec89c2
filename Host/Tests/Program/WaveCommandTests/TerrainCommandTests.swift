import ArgumentParser
import Foundation
import Testing
import WaveCoverageServer
import WaveCoverageWire
import WavePropagation
import WaveTerrain
import WaveTerrainFormats
import WaveUnits

@testable import WaveCommand

@Suite struct TerrainCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "waveglass-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// A square degree of 5 x 5 posts whose heights are their numbers.
  private func write(_ name: String) throws -> String {
    let path = path(name)
    try Data((0..<25).flatMap { [0, UInt8($0)] }).write(to: URL(filePath: path))
    return path
  }

  private func run(_ arguments: [String]) throws -> Int32 {
    var command = try WaveglassCommand.parseAsRoot(arguments)
    do {
      try command.run()
      return 0
    } catch {
      return WaveglassCommand.exitCode(for: error).rawValue
    }
  }

  @Test(arguments: [
    ["terrain", "fetch", "--url", "http://a/{name}.hgt", "--tiles", "N51W001,n51e000"],
    ["terrain", "fetch", "--url", "http://a/{name}.hgt", "--around", "-34.5,-71", "--radius", "8km"],
    [
      "terrain", "fetch", "--url", "x", "--tiles", "N51W001", "--header", "X-Key: 1", "--header",
      "Accept: */*",
    ],
    ["terrain", "list"], ["terrain", "list", "d", "--json"], ["terrain", "info", "f"],
    ["serve", "terrain:d", "--terrain-url", "http://a/{name}.hgt", "--terrain-header", "X-Key: 1"],
    ["terrain", "add", "f", "g", "--to", "d"],
    ["path", "--terrain", "d", "51.5,-0.1", "34.6S,58.4W", "--json"], ["path", "51.5,-0.1", "51.5,0"],
    ["path", "--profile", "p.csv", "--model", "itm", "--frequency", "915M", "--tx-height", "30"],
  ])
  func whatIsMeantIsParsed(_ arguments: [String]) throws { _ = try WaveglassCommand.parseAsRoot(arguments) }

  @Test(arguments: [
    ["terrain", "fetch", "--tiles", "N51W001"], ["terrain", "fetch", "--url", "x"],
    ["terrain", "fetch", "--url", "x", "--tiles", ""], ["terrain", "fetch", "--url", "x", "--tiles", "N51"],
    ["terrain", "fetch", "--url", "x", "--tiles", "N51W001", "--around", "1,1", "--radius", "1km"],
    ["terrain", "fetch", "--url", "x", "--around", "1,1"],
    ["terrain", "fetch", "--url", "x", "--radius", "1km"],
    ["terrain", "fetch", "--url", "x", "--around", "91,0", "--radius", "1km"],
    ["terrain", "fetch", "--url", "x", "--around", "89.99,0", "--radius", "8km"],
    ["terrain", "fetch", "--url", "x", "--around", "1,1", "--radius", "0"],
    ["terrain", "fetch", "--url", "x", "--around", "1,1", "--radius", "3000km"],
    ["terrain", "fetch", "--url", "x", "--tiles", "N51W001", "--header", "nonsense"],
    ["terrain", "fetch", "--url", "x", "--tiles", "N51W001", "--header", "A b: c"],
    ["terrain", "fetch", "--url", "x", "--tiles", "N51W001", "--header", "A: b\r\nC: d"],
    ["serve", "terrain:d", "--terrain-header", "X-Key: 1"],
    ["serve", "terrain:d", "--terrain-url", "http://a/{name}.hgt", "--terrain-header", "nonsense"],
    ["terrain", "add"], ["terrain", "info"], ["path"], ["path", "1,1"], ["path", "1,1", "1,1"],
    ["path", "180W,1", "1,1"], ["path", "--terrain", "d", "1,1"],
    ["path", "--profile", "p", "1,1", "2,2"], ["path", "--profile", "p", "--terrain", "d", "1,1", "2,2"],
    ["path", "--profile", "p", "--step", "10m"], ["path", "--profile", "p", "--frequency", "0"],
    ["path", "--profile", "p", "--frequency", "-5M"], ["path", "--profile", "p", "--tx-height", "0"],
    ["path", "--profile", "p", "--time", "0"], ["path", "--profile", "p", "--time", "51"],
    ["path", "--profile", "p", "--model", "hata", "--time", "10"],
    ["path", "--profile", "p", "--model", "itm", "--confidence", "100"],
    ["path", "--profile", "p", "--confidence", "10"], ["path", "--profile", "p", "--locations", "100"],
    ["path", "--profile", "p", "--model", "okumura"], ["path", "--terrain", "d", "1,1", "N51W001"],
  ])
  func whatCannotBeMeantIsRefused(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try WaveglassCommand.parseAsRoot(arguments) }
  }

  @Test func placesAndLengthsAreReadAsPeopleWriteThem() throws {
    let place = { (text: String) in PlaceArgument(argument: text)?.place }
    let there = Coordinate(latitudeDegrees: -34.5, longitudeDegrees: -58.25)
    for text in ["-34.5,-58.25", "34.5S,58.25W", "34.5s, 58.25w"] { #expect(place(text) == there, "\(text)") }
    #expect(place("34.5N,58.25E") == Coordinate(latitudeDegrees: 34.5, longitudeDegrees: 58.25))
    for text in [
      "", "1", "1,2,3", "1;2", "91,0", "0,361", "-1S,0", "1W,2N", "nan,0", "1e1,0", "inf,0", "0x1,0",
    ] {
      #expect(place(text) == nil, "\(text)")
    }
    let meters = { (text: String) in LengthArgument(argument: text)?.meters }
    #expect(meters("8km") == 8000 && meters("8K") == 8000 && meters("0.5km") == 500)
    #expect(meters("90m") == 90 && meters("800") == 800)
    for text in ["", "km", "0", "-1km", "1 km", "nan", "1e99", "8miles", "8mm", "8kk"] {
      #expect(meters(text) == nil, "\(text)")
    }
  }

  @Test func whatIsBrokenIsNotAddedAndTheOthersAre() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = try write("N51W001.hgt")
    let broken = path("N52W001.hgt")
    try Data(count: 49).write(to: URL(filePath: broken))
    let target = path("made/here")
    #expect(try run(["terrain", "add", broken, good, "--to", target]) == 65)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["N51W001.hgt"])
    let copy = URL(filePath: target + "/N51W001.hgt")
    #expect(try Data(contentsOf: copy) == Data(contentsOf: URL(filePath: good)))
    #expect(try run(["terrain", "add", good, "--to", target]) == 73)
    #expect(try run(["terrain", "add", good, "--to", target, "--force"]) == 0)
    #expect(try run(["terrain", "add", copy.path, "--to", target, "--force"]) == 73)
    #expect(try Data(contentsOf: copy).count == 50)
    #expect(try run(["terrain", "info", copy.path]) == 0 && run(["terrain", "list", target]) == 0)
    #expect(try run(["terrain", "info", broken]) == 65 && run(["terrain", "info", path("none.hgt")]) == 66)
    #expect(
      try run(["terrain", "info", path("N00E000.hgt")]) == 66 && run(["terrain", "list", path("none")]) == 73)
  }

  @Test func aTileIsDescribedInLinesAndAsJSON() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let entry = try TerrainEntry(path: write("S34W071.hgt"))
    let report = TerrainReport(entry, try entry.load())
    let object = try #require(JSONSerialization.jsonObject(with: Output.json(report)) as? [String: Any])
    #expect(object["south"] as? Double == -34 && object["east"] as? Double == -70)
    #expect(object["latitudeStepSeconds"] as? Double == 900 && object["rowCount"] as? Int == 5)
    #expect(object["lowestMeters"] as? Int == 0 && object["highestMeters"] as? Int == 24)
    #expect(object["voidCount"] as? Int == 0 && object["fault"] == nil)
    #expect(report.lines.contains { $0.hasSuffix("34°S 71°W to 33°S 70°W") })
    #expect(TerrainReport.line(entry).contains("5 x 5, every 900″ north and 900″ east"))
  }

  /// Models of the surface: one lies over the tile, one is broken, one lies elsewhere.
  @Test func modelsOfTheSurfaceAreServedAndTheirFaultsSaid() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Within the ground's folder, where files are found as well.
    let surface = folder.appending(path: "surface")
    try FileManager.default.createDirectory(at: surface, withIntermediateDirectories: true)
    _ = try write("N51W001.hgt")
    // 9 x 9 posts, twice as near; the last row is void.
    var bytes: [UInt8] = (0..<72).flatMap { [1, UInt8($0)] as [UInt8] }
    for _ in 0..<9 { bytes += [0x80, 0] }
    try Data(bytes).write(to: surface.appending(path: "N51W001.hgt"))
    try Data(count: 49).write(to: surface.appending(path: "N51W002.hgt"))
    _ = try write("surface/S34W071.hgt")
    let argument = "terrain:\(folder.path)?surface=\(surface.path)"
    let provider = try #require(try TerrainArgument.provider(argument) as? FolderTerrain)
    let parts = provider.surfaces
    #expect(parts.map { $0.isUsed } == [true, false, true] && parts[0].version != parts[2].version)
    #expect(
      parts[0].northDegrees == 52 && parts[0].eastDegrees == 0 && parts[0].name == Array("N51W001.hgt".utf8))
    let why = String(decoding: parts[1].fault, as: UTF8.self)
    #expect(!why.isEmpty && !why.contains(folder.path), "\(why)")
    let doubts = provider.surfaceFiles?.doubts(over: provider.tiles) ?? []
    #expect(doubts.count == 2 && doubts[0].contains("N51W002") && doubts[1].contains("outside all tiles"))
    let key = TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0, isSurface: true)
    #expect(provider.tiles.count == 1, "a model of the surface is no ground")
    let tile = try #require(provider.tiles.first)
    let posts = try #require(SurfacePosts(of: key, in: tile))
    let heights = try provider.surfaceHeights(at: posts)
    // Every second post of it; the last row is not known.
    let expected = (0..<25).map { (post: Int) -> Int16 in
      let (row, column) = (post / 5, post % 5)
      return row < 4 ? Int16(256 + 18 * row + 2 * column) : TerrainBlock.void
    }
    #expect(heights == expected)
    // One file is as good as a folder, and what is not there is refused.
    let one = try TerrainArgument.provider("terrain:\(folder.path)?surface=\(surface.path)/N51W001.hgt")
    #expect(one?.surfaces == [parts[0]])
    for wrong in ["", "/nowhere", folder.path + "/none.tif"] {
      #expect(throws: CommandFailure.self) {
        try TerrainArgument.provider("terrain:\(folder.path)?surface=\(wrong)")
      }
    }
    #expect(try TerrainArgument.provider("terrain:" + folder.path)?.surfaces.isEmpty == true)
  }

  @Test func aFolderIsServedAsItIs() throws {
    _ = try write("N51W001.hgt")
    try Data("no tile".utf8).write(to: URL(filePath: path("N52W001.hgt")))
    let terrain = try FolderTerrain(path: folder.path)
    #expect(terrain.tiles.count == 1)
    let tile = try #require(terrain.tiles.first)
    #expect(tile.name == Array("N51W001".utf8) && tile.rowCount == 5 && tile.columnCount == 5)
    #expect(tile.northDegrees == 52 && tile.westDegrees == -1 && tile.latitudeStepDegrees == 0.25)
    #expect(try terrain.heights(ofTile: 0, rows: [0, 4], columns: [0, 2, 4]) == [0, 2, 4, 20, 22, 24])
    // What is gone before it was read first is result.
    let other = try FolderTerrain(path: folder.path)
    try FileManager.default.removeItem(atPath: path("N51W001.hgt"))
    #expect(throws: WaveCoverageServer.TerrainFault.self) {
      try other.heights(ofTile: 0, rows: [0], columns: [0])
    }
    #expect(try terrain.heights(ofTile: 0, rows: [1], columns: [1]) == [6])
  }

  @Test func aTileThatIsReplacedIsReadAnew() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try write("N51W001.hgt")
    _ = try write("N52W001.hgt")
    let terrain = try FolderTerrain(path: folder.path)
    let versions = terrain.versions
    func corner(_ tile: Int) throws -> Int16? {
      try terrain.heights(ofTile: tile, rows: [0], columns: [4]).first
    }
    #expect(try corner(0) == 4 && corner(1) == 4 && terrain.revision == 0)
    // Another content of the same length, as an editor or a sync writes it: beside, and then in its place.
    var bytes = try Data(contentsOf: URL(filePath: path("N51W001.hgt")))
    bytes[9] = 77
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    func rewrite(_ bytes: Data, at time: Date) throws {
      try bytes.write(to: URL(filePath: path("N51W001.hgt")), options: .atomic)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path("N51W001.hgt"))
    }
    try rewrite(bytes, at: time)
    #expect(try corner(0) == 77 && corner(1) == 4)
    #expect(terrain.revision == 1 && terrain.versions[0] != versions[0] && terrain.versions[1] == versions[1])
    #expect(try corner(0) == 77 && terrain.revision == 1, "it is found once")
    // One that is half written is not taken, and the whole one is.
    try rewrite(bytes.prefix(21), at: time + 1)
    #expect(try corner(0) == 77 && terrain.revision == 1)
    bytes[9] = 78
    try rewrite(bytes, at: time + 2)
    #expect(try corner(0) == 78 && terrain.revision == 2)
    // Other posts are another tile: nobody is given parts of both.
    var more = Data(count: 7 * 7 * 2)
    more[97] = 79
    try rewrite(more, at: time + 3)
    #expect(try terrain.heights(ofTile: 0, rows: [6], columns: [6]) == [79] && corner(1) == 4)
    let tile = terrain.tiles[0]
    #expect(tile.rowCount == 7 && tile.latitudeStepDegrees == 1 / 6.0 && terrain.revision == 3)
    #expect(tile.name == Array("N51W001".utf8) && terrain.tiles[1].rowCount == 5)
    // Posts of the one before that there are no more are refused.
    try rewrite(bytes, at: time + 4)
    #expect(throws: WaveCoverageServer.TerrainFault.self) {
      try terrain.heights(ofTile: 0, rows: [6], columns: [6])
    }
    #expect(try corner(0) == 78 && terrain.tiles[0].rowCount == 5 && terrain.revision == 4)
  }

  /// A model of the surface is read anew when its file is another one, also with other posts, and one that
  /// could not be read before.
  @Test func aModelOfTheSurfaceThatIsReplacedIsReadAnew() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let surface = folder.appending(path: "surface")
    try FileManager.default.createDirectory(at: surface, withIntermediateDirectories: true)
    _ = try write("N51W001.hgt")
    _ = try write("surface/N51W001.hgt")
    try Data(count: 49).write(to: surface.appending(path: "N51W002.hgt"))
    let provider = try FolderTerrain(path: folder.path, surface: surface.path)
    let before = provider.surfaces
    let tile = try #require(provider.tiles.first)
    let posts = try #require(
      SurfacePosts(of: TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0, isSurface: true), in: tile))
    #expect(try provider.surfaceHeights(at: posts) == (0..<25).map { Int16($0) } && provider.revision == 0)
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    func rewrite(_ bytes: [UInt8], _ name: String, at time: Date) throws {
      let file = surface.appending(path: name)
      try Data(bytes).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }
    // 9 x 9 posts in the place of 5 x 5: every second one stands over one of the ground's.
    try rewrite((0..<81).flatMap { [1, $0] as [UInt8] }, "N51W001.hgt", at: time)
    let expected = (0..<25).map { (post: Int) in Int16(256 + 18 * (post / 5) + 2 * (post % 5)) }
    #expect(try provider.surfaceHeights(at: posts) == expected)
    var after = provider.surfaces
    #expect(provider.revision == 1 && after[0].version != before[0].version && after[1] == before[1])
    #expect(after[0].northDegrees == 52 && after[0].name == before[0].name && after.count == 2)
    // One that is half written is not taken.
    try rewrite([1, 2, 3], "N51W001.hgt", at: time + 1)
    #expect(try provider.surfaceHeights(at: posts) == expected && provider.revision == 1)
    // One that could not be read is found as the ground is asked for: nobody asks for heights of it.
    #expect(!after[1].isUsed)
    try rewrite((0..<25).flatMap { [2, $0] as [UInt8] }, "N51W002.hgt", at: time)
    _ = try provider.heights(ofTile: 0, rows: [0], columns: [0])
    after = provider.surfaces
    #expect(provider.revision == 2 && after[1].isUsed && after[1].westDegrees == -2)
  }

  @Test func aFolderWithoutTerrainIsRefused() throws {
    #expect(throws: CommandFailure.self) { try FolderTerrain(path: folder.path) }
    #expect(throws: CommandFailure.self) { try FolderTerrain(path: folder.path + "/nowhere") }
    #expect(try TerrainArgument.provider("demo:ecg") == nil)
    #expect(try TerrainArgument.provider("demo:hills") != nil)
    #expect(throws: CommandFailure.self) { try TerrainArgument.provider("terrain:" + folder.path) }
  }
}
