import ArgumentParser
import Foundation
import Testing
import WavePropagation
import WaveTerrain
import WaveTerrainFormats
import WaveUnits

@testable import WaveCommand

/// What a path's report says, line by line, and the box of tiles that it needs.
@Suite struct PathReportTests {
  private static func report(_ profile: PathProfile, _ more: [String]) throws -> PathReport {
    let command = try #require(
      WaveglassCommand.parseAsRoot(["path", "--profile", "p"] + more) as? PathCommand)
    return try command.link.report(of: PathCommand.Path(profile: profile))
  }

  private static let ridge = PathProfile(
    distancesKilometers: [0, 1, 2, 3, 4], heightsMeters: [40, 50, 120, 80, 60])

  @Test func eachTermHasItsLine() throws {
    let report = try Self.report(
      Self.ridge, ["--model", "p1812", "--frequency", "449M", "--tx-height", "17", "--rx-height", "2"])
    let lines = Dictionary(
      report.lines.compactMap { line -> (String, String)? in
        let parts = line.split(separator: "  ", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)) : nil
      }, uniquingKeysWith: { first, _ in first })
    #expect(lines["length"] == "4 km, 5 points" && lines["ground"] == "40 to 120 m")
    #expect(lines["frequency"] == "449 MHz" && lines["antennas"] == "17 m and 2 m above ground")
    #expect(lines["model"] == "p1812, 50 % of time, 50 % of places")
    #expect(lines["horizons"] == "2 km from the transmitter, 2 km from the receiver")
    let beyond = report.lossDecibels - report.freeSpaceDecibels
    #expect(lines["beyond it"] == "\(Output.number(beyond, 2)) dB" && beyond > 0)
    #expect(lines["loss"] == "\(Output.number(report.lossDecibels, 2)) dB")
    #expect(lines["from"] == nil && lines["bearing"] == nil)
  }

  @Test func freeSpaceIsThatOfFriis() throws {
    // 20 log10(4 pi d f / c), by Python.
    let report = try Self.report(
      Self.ridge, ["--model", "itm", "--frequency", "915M", "--tx-height", "17", "--rx-height", "2"])
    #expect(abs(report.freeSpaceDecibels - 103.7174) < 0.001)
  }

  @Test func pointsAreEvenWithinAMillionthOfAStep() {
    for (kilometers, isEven) in [(2.0, true), (2.000_000_1, true), (2.01, false), (1.99, false)] {
      let profile = PathProfile(
        distancesKilometers: [0, 1, kilometers, 3, 4], heightsMeters: [0, 10, 20, 30, 40])
      let found = LinkOptions.even(profile)
      #expect(found.isEven == isEven && found.heights.count == 5, "\(kilometers)")
      #expect(found.heights.first == 0 && abs((found.heights.last ?? 0) - 40) < 1e-9)
    }
  }

  @Test func heightsBetweenUnevenPointsLieOnTheLinesBetweenThem() {
    // A naive twin: the line through the two points around each place.
    let (d, h) = ([0, 0.1, 0.15, 2, 2.5, 7.3, 8], [5.0, 90, 3, 47, 47, 200, 10])
    let found = LinkOptions.even(PathProfile(distancesKilometers: d, heightsMeters: h)).heights
    for (index, height) in found.enumerated() {
      let place = Double(index) * 8 / 6
      let right = d.firstIndex { $0 >= place - 1e-12 } ?? d.count - 1
      let left = max(0, right - 1)
      let part = right == 0 ? 0 : (place - d[left]) / (d[right] - d[left])
      #expect(abs(height - (h[left] + part * (h[right] - h[left]))) < 1e-9, "\(index)")
    }
  }

  @Test(arguments: [
    (10.0, 20.0, 20.0, 20.0, "10 20 20 20"), (10, 0, 20, 180, "10 0 20 180"), (10, 180, 20, 0, "10 0 20 180"),
    (10, 170, 20, -170, "10 170 20 190"), (20, -170, 10, 170, "10 -190 20 -170"),
  ])
  func aBoxTakesTheShorterWayAround(
    _ fromLatitude: Double, _ fromLongitude: Double, _ toLatitude: Double, _ toLongitude: Double,
    _ box: String
  ) {
    let found = PathCommand.box(
      Coordinate(latitudeDegrees: fromLatitude, longitudeDegrees: fromLongitude),
      Coordinate(latitudeDegrees: toLatitude, longitudeDegrees: toLongitude))
    let east = abs(found.northEast.longitudeDegrees - found.southWest.longitudeDegrees)
    let bend = east * east / 360
    let numbers = [
      found.southWest.latitudeDegrees + bend, found.southWest.longitudeDegrees,
      found.northEast.latitudeDegrees - bend, found.northEast.longitudeDegrees,
    ]
    #expect(numbers.map { Output.number($0, 6) }.joined(separator: " ") == box)
  }

  // MARK: - Merged maps

  private static func grid(_ north: Double, _ west: Double, _ step: Double, _ side: Int, _ value: Int16)
    -> MapGrid
  {
    MapGrid(
      PostLattice(
        northWest: Coordinate(latitudeDegrees: north, longitudeDegrees: west), latitudeStepDegrees: step,
        longitudeStepDegrees: step, rowCount: side, columnCount: side),
      values: [Int16](repeating: value, count: side * side))
  }

  @Test func aMergedMapBeginsAtItsNorthernAndWesternmostPost() throws {
    // The finest map, to whose posts all are brought, lies in the middle.
    let grids = [
      Self.grid(10, 20, 0.01, 3, 500), Self.grid(10.1, 19.9, 0.02, 3, 600),
      Self.grid(9.9, 20.2, 0.02, 3, 400),
    ]
    var union = try MapUnion(grids.map { SiteManifest.Map($0, []) }, isLevel: false)
    for grid in grids { union.add(grid) }
    let found = union.grid
    #expect(abs(found.northWest.latitudeDegrees - 10.1) < 1e-9)
    #expect(abs(found.northWest.longitudeDegrees - 19.9) < 1e-9)
    // From 10.1 to 9.86 and from 19.9 to 20.24, a hundredth apart.
    #expect(found.rowCount == 25 && found.columnCount == 35)
    func value(_ latitude: Double, _ longitude: Double) -> Int16 {
      let row = Int(((10.1 - latitude) * 100).rounded())
      let column = Int(((longitude - 19.9) * 100).rounded())
      return found.values[row * found.columnCount + column]
    }
    #expect(value(10, 20) == 500 && value(9.98, 20.02) == 500 && value(9.97, 20.02) == MapGrid.nothing)
    #expect(value(10.1, 19.9) == 600 && value(10.06, 19.94) == 600 && value(9.86, 20.24) == 400)
  }

  @Test func ofTwoMapsALossIsTheLeastAndALevelTheGreatest() throws {
    for (isLevel, expected) in [(false, Int16(-300)), (true, 700)] {
      for values in [[Int16(700), -300], [-300, 700]] {
        let grids =
          values.map { Self.grid(10, 20, 0.01, 2, $0) } + [Self.grid(10, 20, 0.01, 2, MapGrid.nothing)]
        var union = try MapUnion(grids.map { SiteManifest.Map($0, []) }, isLevel: isLevel)
        for grid in grids { union.add(grid) }
        #expect(union.grid.values == [expected, expected, expected, expected])
      }
    }
  }

  @Test func mapsThatAreTooFarApartAreNotMerged() throws {
    let far = [Self.grid(10, 20, 0.001, 2, 1), Self.grid(20, 31, 0.001, 2, 1)].map {
      SiteManifest.Map($0, [])
    }
    let error = #expect(throws: CommandFailure.self) { try MapUnion(far, isLevel: true) }
    #expect(error?.message.contains("10002 by 11002 posts") == true, "\(error?.message ?? "")")
    #expect(throws: CommandFailure.self) { try MapUnion([], isLevel: true) }
  }

  // MARK: - Manifests

  private static func isSound(_ change: (inout SiteManifest.Site) -> Void) throws -> Bool {
    let path = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var site = SiteManifest.Site(
      name: "a", latitude: 1, longitude: 2, frequencyHertz: 1e9, radiusMeters: 1, transmitterHeightMeters: 1,
      receiverHeightMeters: 1, model: "itm", inputs: "x", file: "a.tif", state: .done,
      map: SiteManifest.Map(Self.grid(10, 20, 0.01, 2, 5), [1, 2, 3]))
    change(&site)
    let manifest = SiteManifest(
      version: "1", part: 1, partCount: 1, quantity: .loss, inputs: "x", names: ["a"], sites: [site])
    try manifest.write(path)
    do throws(CommandFailure) {
      let found = try SiteManifest.read(path)
      #expect(found == manifest)
      return true
    } catch {
      #expect(error.code == .data)
      return false
    }
  }

  @Test func aManifestDescribesMapsThatCanBe() throws {
    #expect(try Self.isSound { _ in })
    #expect(try Self.isSound { ($0.state, $0.map) = (.waiting, nil) })
    #expect(try Self.isSound { $0.setMap { ($0.rowCount, $0.columnCount) = (1000, 100_000) } })
    #expect(try Self.isSound { $0.setMap { ($0.north, $0.west) = (-91, 540) } })
    #expect(try Self.isSound { $0.setMap { ($0.latitudeStep, $0.longitudeStep) = (1, 1e-6) } })
    let wrong: [(inout SiteManifest.Site) -> Void] = [
      { $0.map = nil }, { $0.state = .failed }, { $0.file = "b.tif" }, { $0.map?.rowCount = 0 },
      { $0.map?.columnCount = 0 }, { $0.map?.rowCount = 100_001 }, { $0.map?.columnCount = 100_001 },
      { $0.setMap { ($0.rowCount, $0.columnCount) = (1001, 100_000) } }, { $0.map?.north = 91.1 },
      { $0.map?.west = -540.1 }, { $0.map?.latitudeStep = 1.1 }, { $0.map?.longitudeStep = 0.9e-6 },
    ]
    for (number, change) in wrong.enumerated() { #expect(try !Self.isSound(change), "\(number)") }
    #expect(try SiteManifest.read("/no/such/manifest.json") == nil)
  }

  @Test func aDigestIsThatOfSHA256() {
    #expect(
      SiteManifest.digest(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}

extension SiteManifest.Site {
  /// Changes the entry of the site's map.
  fileprivate mutating func setMap(_ change: (inout SiteManifest.Map) -> Void) {
    guard var map else { return }
    change(&map)
    self.map = map
  }
}
