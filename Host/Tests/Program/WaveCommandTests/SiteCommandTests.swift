import ArgumentParser
import Foundation
import TestSupport
import Testing
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@testable import WaveCommand

@Suite struct SiteTableTests {
  private func command(_ more: [String] = []) throws -> CoverCommand {
    try #require(
      WaveglassCommand.parseAsRoot(["cover", "--sites", "s.csv", "-o", "maps"] + more) as? CoverCommand)
  }

  private func sites(_ text: String, _ more: [String] = []) throws -> [SiteTable.Site] {
    try SiteTable(text, path: "s.csv", command: command(more)).sites
  }

  @Test func aMapsEntryCountsItsPostsWithValues() throws {
    let lattice = PostLattice(
      northWest: Coordinate(latitudeDegrees: 50, longitudeDegrees: 8), latitudeStepDegrees: 0.1,
      longitudeStepDegrees: 0.2, rowCount: 2, columnCount: 3)
    let grid = MapGrid(lattice, values: [1, MapGrid.nothing, 3, -4, MapGrid.nothing, 6])
    let entry = SiteManifest.Map(grid, [1, 2, 3])
    #expect(entry.postCount == 4 && entry.rowCount == 2 && entry.columnCount == 3 && entry.byteCount == 3)
    #expect(entry.north == 50 && entry.west == 8 && entry.latitudeStep == 0.1 && entry.longitudeStep == 0.2)
    #expect(entry.note == nil)
  }

  @Test func theCommandLineSuppliesWhatTheTableLacks() throws {
    let text = [
      "\u{FEFF}# two of ours", "Name, lat,LON ,radius,height,eirp,model,frequency\r",
      "\"Hill, \"\"top\"\"\",51.5, -0.5,8km,12.5,43,itm,2.4G\r", "", "mast,34.6S,58.4W,,,40,,",
    ].joined(separator: "\n")
    let found = try sites(text, ["--frequency", "915M", "--radius", "5km", "--tx-height", "20"])
    #expect(found.map(\.name) == ["Hill, \"top\"", "mast"] && found.map(\.line) == [3, 5])
    #expect(found.map(\.file) == ["Hill___top_.tif", "mast.tif"])
    let (first, second) = (found[0].plan, found[1].plan)
    #expect(first.transmitter == Coordinate(latitudeDegrees: 51.5, longitudeDegrees: -0.5))
    #expect(first.frequencyHertz == 2.4e9 && first.radiusMeters == 8000 && first.model == .irregularTerrain)
    #expect(first.transmitterHeightMeters == 12.5 && found[0].command.radiation.eirp == 43)
    #expect(second.transmitter == Coordinate(latitudeDegrees: -34.6, longitudeDegrees: -58.4))
    #expect(second.frequencyHertz == 915e6 && second.radiusMeters == 5000 && second.model == .learned)
    #expect(second.transmitterHeightMeters == 20 && found[1].command.isLevel)
    #expect(try sites("name;lat;lon\na;1;2", ["--frequency", "1G", "--radius", "1km"]).count == 1)
  }

  @Test(arguments: [
    ("", "no sites"), ("name,lat,lon\n", "no sites"), ("name,lat\na,1", "line 1: the column lon is missing"),
    ("name,lat,lon,colour\na,1,2,3", "line 1: unknown column colour"),
    ("name,lat,lon,lat\na,1,2,3", "line 1: the column lat occurs twice"),
    ("name,lat,lon,Latitude\na,1,2,3", "line 1: the column lat occurs twice"),
    ("name,lat,lon\na,1,\u{1B}[2J", "line 2: 1, ?[2J is not a valid place"),
    ("name,lat,lon\n\na,1", "line 3: 2 values"),
    ("name,lat,lon\na,91,2", "line 2: 91, 2 is not a valid place"),
    ("name,lat,lon\na,,2", "line 2: a site needs"), ("name,lat,lon\n\"a,1,2", "line 2: a quote"),
    ("name,lat,lon,frequency\na,1,2,fast", "line 2: fast is not a valid frequency"),
    (
      "name,lat,lon,frequency\na,1,2,1",
      "line 2: the frequency is out of range: a map supports 1 MHz to 100 GHz"
    ),
    ("name,lat,lon,radius\na,1,2,0", "line 2: 0 is not a valid radius"),
    ("name,lat,lon,radius\na,1,2,9000km", "line 2: the radius is out of range: a map supports up to 1000 km"),
    ("name,lat,lon,height\na,1,2,1e1", "line 2: 1e1 is not a valid height"),
    ("name,lat,lon,eirp\na,1,2,151", "line 2: 151 is not a valid eirp"),
    ("name,lat,lon,model\na,1,2,hata99", "line 2: hata99 is not a valid model"),
    ("name,lat,lon\na b,1,2\nA_B,1,2", "line 3: the site's map would be called A_B.tif, like that of line 2"),
    ("name,lat,lon,eirp\na,1,2,30\nb,1,2,", "line 3: either all sites"),
  ])
  func errorsAreReportedWithTheirLine(_ text: String, _ words: String) throws {
    let error = #expect(throws: CommandFailure.self) {
      try sites(text, ["--frequency", "915M", "--radius", "5km"])
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.code == .data)
  }

  @Test(arguments: ["lat,lon", "Latitude,Longitude", "latitude,lng"])
  func placesAreCalledAsOthersCallThem(_ names: String) throws {
    let found = try sites("name,\(names)\na,51.3,-0.5", ["--frequency", "915M", "--radius", "5km"])
    let place = try #require(found.first).plan.transmitter
    #expect(place.latitudeDegrees == 51.3 && place.longitudeDegrees == -0.5)
  }

  @Test func aNumberThatIsStatedNowhereIsMissing() throws {
    let error = #expect(throws: CommandFailure.self) {
      try sites("name,lat,lon\na,1,2", ["--radius", "1km"])
    }
    #expect(error?.message.contains("line 2: neither the table nor --frequency") == true)
  }

  /// Whatever bytes come, sites are sites or there is an error.
  @Test func mutatedTablesAreReadOrRefused() throws {
    let text = "name,lat,lon,height,eirp,model\n\"a\",51.5,-0.5,10,30,itm\nb;c,1,2,3,4,free\n"
    var random = SeededGenerator(seed: 11)
    let command = try command(["--frequency", "915M", "--radius", "5km"])
    for _ in 0..<3000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: Array("\",;\n-9e.".utf8).shuffled(using: &random), at: place)
        }
      }
      let table = String(decoding: bytes, as: UTF8.self)
      do throws(CommandFailure) {
        for site in try SiteTable(table, path: "s", command: command).sites {
          #expect(site.plan.transmitter.isPlace && !site.file.contains("/"), "\(bytes)")
        }
      } catch {
        #expect(error.message.hasPrefix("s"), "\(bytes)")
      }
    }
  }

  @Test func partsAreSharesOfTheWhole() throws {
    for text in ["0/5", "6/5", "1", "1/0", "-1/5", "1/5/6", "/", "a/b", "1/100001", " 1/2"] {
      #expect(PartArgument(argument: text) == nil, "\(text)")
    }
    let parts = try (1...5).map { try #require(PartArgument(argument: "\($0)/5")) }
    for index in 0..<23 { #expect(parts.filter { $0.holds(index) }.count == 1) }
    #expect(parts[1].manifestName == "part-2-of-5.json" && PartArgument.whole.holds(7))
  }

  @Test(arguments: [
    ["cover", "--sites", "s", "--merge", "a", "-o", "x.tif"], ["cover", "--merge", "a", "-o", "x.png"],
    ["cover", "--sites", "s", "--at", "1,2", "-o", "x"], ["cover", "--part", "1/2", "-o", "x.tif"],
    ["cover", "--sites", "s", "--jobs", "0", "-o", "x"],
    ["cover", "--sites", "s", "--part", "3/2", "-o", "x"],
  ])
  func whatDoesNotGoTogetherIsRefused(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try WaveglassCommand.parseAsRoot(arguments) }
  }
}

@Suite struct SiteRunTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "waveglass-\(UUID().uuidString)")

  /// A square degree of hills, half a minute from post to post, and three sites on it.
  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try writeHills(seed: 7)
    try Data("name,lat,lon\na,51.3,-0.5\nb,51.35,-0.4\nc,51.7,-0.45\n".utf8).write(to: url("sites.csv"))
  }

  private func url(_ name: String) -> URL { folder.appending(path: name) }

  private func writeHills(seed: Int) throws {
    var bytes = Data()
    for row in 0..<121 {
      for column in 0..<121 {
        let height = (row * row * seed + column * 31 + row * column) % 400
        bytes += [UInt8(height >> 8), UInt8(height & 255)]
      }
    }
    try bytes.write(to: url("N51W001.hgt"))
  }

  private func run(_ arguments: [String]) throws -> Int32 {
    var command = try WaveglassCommand.parseAsRoot(["cover"] + arguments)
    do {
      try command.run()
      return 0
    } catch {
      return WaveglassCommand.exitCode(for: error).rawValue
    }
  }

  private func compute(_ output: String, _ more: [String] = []) throws -> Int32 {
    try run(
      [
        "--terrain", folder.path, "--sites", url("sites.csv").path, "--frequency", "915M", "--radius", "9km",
        "--eirp", "30", "-o", url(output).path,
      ] + more)
  }

  private func merge(_ folders: [String], _ output: String) throws -> Int32 {
    try run(["--merge"] + folders.map { url($0).path } + ["-o", url(output).path])
  }

  private func manifest(_ path: String) throws -> SiteManifest {
    try #require(try SiteManifest.read(url(path).path))
  }

  @Test func partsMergedAreTheWhole() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try compute("whole") == 0)
    #expect(try compute("one", ["--part", "1/2", "--jobs", "1"]) == 0)
    #expect(try merge(["one"], "no.tif") == 65 && !FileManager.default.fileExists(atPath: url("no.tif").path))
    #expect(try compute("two", ["--part", "2/2", "--jobs", "3"]) == 0)
    #expect(try merge(["whole"], "whole.tif") == 0 && merge(["two", "one"], "parts.tif") == 0)
    #expect(try Data(contentsOf: url("whole.tif")) == Data(contentsOf: url("parts.tif")))
    #expect(try merge(["whole"], "whole.tif") == 73)
    #expect(try Data(contentsOf: url("whole.tif")).contains(Data("modelled by ".utf8)))
    let (one, two) = (try manifest("one/part-1-of-2.json"), try manifest("two/part-2-of-2.json"))
    #expect(one.sites.map(\.name) == ["a", "c"] && two.sites.map(\.name) == ["b"])
    #expect(one.inputs == two.inputs && one.names == ["a", "b", "c"] && one.quantity == .level)
    // The naive twin: each post of all maps, by its place.
    var best: [String: Int16] = [:]
    for site in try manifest("whole/part-1-of-1.json").sites {
      let grid = try #require(site.grid(in: url("whole").path))
      for row in 0..<grid.rowCount {
        for column in 0..<grid.columnCount {
          let value = grid.values[row * grid.columnCount + column]
          let place = grid.place(row: row, column: column)
          let key = "\((place.latitudeDegrees * 120).rounded()) \((place.longitudeDegrees * 120).rounded())"
          if value != MapGrid.nothing { best[key] = max(value, best[key] ?? value) }
        }
      }
    }
    var union = try MapUnion(one.sites.compactMap(\.map) + two.sites.compactMap(\.map), isLevel: true)
    for (site, part) in one.sites.map({ ($0, "one") }) + two.sites.map({ ($0, "two") }) {
      union.add(try #require(site.grid(in: url(part).path)))
    }
    let grid = union.grid
    #expect(grid.values.filter { $0 != MapGrid.nothing }.count == best.count && best.count > 500)
    for row in 0..<grid.rowCount {
      for column in 0..<grid.columnCount {
        let place = grid.place(row: row, column: column)
        let key = "\((place.latitudeDegrees * 120).rounded()) \((place.longitudeDegrees * 120).rounded())"
        #expect(grid.values[row * grid.columnCount + column] == best[key] ?? MapGrid.nothing)
      }
    }
  }

  @Test func whatIsThereAndTrueIsNotComputedAgain() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try compute("maps") == 0)
    let before = try manifest("maps/part-1-of-1.json")
    let old = Date(timeIntervalSince1970: 1_000_000)
    func age() throws {
      for name in ["a", "b", "c"] {
        try FileManager.default.setAttributes(
          [.modificationDate: old], ofItemAtPath: url("maps/\(name).tif").path)
      }
    }
    func young() throws -> [String] {
      try ["a", "b", "c"].filter { name in
        let found = try FileManager.default.attributesOfItem(atPath: url("maps/\(name).tif").path)
        return found[.modificationDate] as? Date != old
      }
    }
    try age()
    #expect(try compute("maps") == 0 && young() == [] && manifest("maps/part-1-of-1.json") == before)
    // A bit that turned round, and a file that is gone.
    var bytes = try Data(contentsOf: url("maps/b.tif"))
    bytes[bytes.count - 7] ^= 1
    try bytes.write(to: url("maps/b.tif"))
    #expect(try merge(["maps"], "best.tif") == 65)
    try FileManager.default.removeItem(at: url("maps/c.tif"))
    #expect(try merge(["maps"], "best.tif") == 65)
    #expect(try compute("maps") == 0 && young() == ["b", "c"] && manifest("maps/part-1-of-1.json") == before)
    #expect(try merge(["maps"], "best.tif") == 0)
    // One site's numbers, and a site more.
    try age()
    try Data("name,lat,lon,height\na,51.3,-0.5,\nb,51.35,-0.4,40\nc,51.7,-0.45,\nd,51.5,-0.5,\n".utf8)
      .write(to: url("sites.csv"))
    #expect(try compute("maps") == 0 && young() == ["b"])
    #expect(try manifest("maps/part-1-of-1.json").sites.map(\.state) == [.done, .done, .done, .done])
    // Tiles of the same name and length, but of other heights.
    try age()
    try writeHills(seed: 9)
    #expect(try compute("maps") == 0 && young() == ["a", "b", "c"])
  }

  @Test func aSiteThatFailsHoldsUpNoOther() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("name,lat,lon\nsea,10,10\na,51.3,-0.5\n".utf8).write(to: url("sites.csv"))
    #expect(try compute("maps") == 65)
    let sites = try manifest("maps/part-1-of-1.json").sites
    #expect(sites.map(\.state) == [.failed, .done] && sites[0].fault?.contains("no terrain") == true)
    let error = #expect(throws: CommandFailure.self) {
      let command = try #require(
        WaveglassCommand.parseAsRoot(["cover", "--merge", "x", "-o", "x.tif"]) as? CoverCommand)
      try SiteMerge(folders: [url("maps").path]).write(to: command)
    }
    #expect(error?.message.contains("sea (there is no terrain") == true, "\(error?.message ?? "")")
  }

  @Test func foreignFilesStay() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: url("maps"), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: url("maps/b.tif"))
    #expect(try compute("maps") == 73)
    #expect(try FileManager.default.contentsOfDirectory(atPath: url("maps").path) == ["b.tif"])
    #expect(try Data(contentsOf: url("maps/b.tif")) == Data("mine".utf8))
    #expect(try compute("maps", ["--force"]) == 0)
    // A file that is no manifest is reported, and not overwritten.
    try Data("{}".utf8).write(to: url("maps/part-1-of-1.json"))
    #expect(try compute("maps") == 65 && merge(["maps"], "best.tif") == 65)
    #expect(try Data(contentsOf: url("maps/part-1-of-1.json")) == Data("{}".utf8))
    #expect(try merge(["nowhere"], "best.tif") == 66)
  }

  @Test func partsOfDifferentWorkAreNotMerged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try compute("one", ["--part", "1/2"]) == 0)
    #expect(try compute("two", ["--part", "2/2", "--rx-height", "3"]) == 0)
    #expect(try merge(["one", "two"], "best.tif") == 65)
  }

  /// A coarser map beside a finer one: a post takes the nearest one's value.
  @Test func latticesThatDifferAreMergedByTheNearestPost() throws {
    func grid(_ north: Double, _ west: Double, _ step: Double, _ side: Int, _ value: Int16) -> MapGrid {
      MapGrid(
        PostLattice(
          northWest: Coordinate(latitudeDegrees: north, longitudeDegrees: west), latitudeStepDegrees: step,
          longitudeStepDegrees: step, rowCount: side, columnCount: side),
        values: [Int16](repeating: value, count: side * side))
    }
    let (fine, coarse) = (grid(10, 179.9, 0.01, 11, -5000), grid(10, -180, 0.03, 4, -4000))
    var union = try MapUnion([coarse, fine].map { SiteManifest.Map($0, []) }, isLevel: true)
    for one in [coarse, fine] { union.add(one) }
    let found = union.grid
    #expect(found.rowCount == 11 && found.columnCount == 20 && found.latitudeStepDegrees == 0.01)
    for row in 0..<11 {
      for column in 0..<20 {
        // The coarse map's first column is the fine one's eleventh, and reaches half a step before it.
        let value: Int16 = column >= 9 ? -4000 : -5000
        #expect(found.values[row * 20 + column] == value, "\(row) \(column)")
      }
    }
  }
}
