import Foundation
import Testing
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveUnits

@testable import WaveTerrain

@Suite struct TerrainFolderTests {
  private let folder: TemporaryFolder
  private let fixtures: TerrainFixtures
  private var terrain: TerrainFolder { TerrainFolder(path: folder.url.path) }

  init() throws {
    folder = try TemporaryFolder()
    fixtures = try TerrainFixtures.load()
  }

  @Test func anEntryIsReplacedByAnotherFileAndNotByNone() throws {
    let path = try folder.write(fixtures.hgt[1].file, "N51E000.hgt")
    let entry = try TerrainEntry(path: path)
    #expect(!entry.isReplaced)
    try folder.write(fixtures.hgt[1].file + Data([0]), "N51E000.hgt")
    #expect(entry.isReplaced)
    try FileManager.default.removeItem(atPath: path)
    #expect(!entry.isReplaced)
  }

  @Test func everyKindIsListedAndLoaded() throws {
    let (dted, hgt) = (fixtures.dted[0], fixtures.hgt[1])
    try folder.write(dted.file, "n10_e020.dt1")
    try folder.write(storedGzip(dted.file), "a.DT2.GZ")
    try folder.write(hgt.file, "N51E000.hgt")
    try folder.write(storedGzip(hgt.file), "n51e000.hgt.gz")
    try folder.write(try #require(fixtures.zips["deflated"]), "N51E000.hgt.zip")
    try folder.write(dted.file, "e020/n10.dt0")
    try folder.write(Data("not terrain".utf8), "readme.txt")
    let entries = try terrain.list()
    #expect(
      entries.map(\.name)
        == ["N51E000.hgt", "N51E000.hgt.zip", "a.DT2.GZ", "e020/n10.dt0", "n10_e020.dt1", "n51e000.hgt.gz"])
    for entry in entries {
      let one = entry.format.content == .dted ? dted : hgt
      let tile = try entry.load()
      #expect(entry.fault == nil && tile.heights == one.heights, "\(entry.name)")
      let lattice = try #require(entry.lattice)
      #expect(lattice.northWest == tile.northWest && lattice.rowCount == tile.rowCount)
      #expect(entry.verticalAccuracyMeters == (entry.format.content == .dted ? 30 : nil))
      #expect(entry.byteCount == (try Data(contentsOf: URL(filePath: entry.path)).count))
    }
  }

  @Test func brokenTilesAreReportedAndHideNoOthers() throws {
    let (dted, hgt) = (fixtures.dted[0].file, fixtures.hgt[1].file)
    try folder.write(hgt, "N51E000.hgt")
    try folder.write(hgt.dropLast(), "N52E000.hgt")
    try folder.write(hgt, "somewhere.hgt")
    try folder.write(dted, "n11_e020.dt1")
    try folder.write(dted.dropLast(100), "n10_e020.dt1")
    try folder.write(Data(), "n12_e020.dt1")
    try folder.write(hgt, "N53E000.hgt.gz")
    try folder.write(storedGzip(hgt).dropLast(9), "N54E000.hgt.gz")
    try folder.write(hgt, "N55E000.hgt.zip")
    let faults = Dictionary(
      uniqueKeysWithValues: try terrain.list().map { ($0.name, $0.fault) })
    let path = { (name: String) in folder.url.path + "/" + name }
    #expect(faults["N51E000.hgt"] == .some(nil))
    #expect(
      faults["N52E000.hgt"]
        == .content(path: path("N52E000.hgt"), .terrain(.noTileLength(97), byte: 97)))
    #expect(faults["somewhere.hgt"] == .noPlace(path: path("somewhere.hgt")))
    #expect(faults["n11_e020.dt1"] == .content(path: path("n11_e020.dt1"), .terrain(.wrongCorner, byte: 4)))
    #expect(
      faults["n10_e020.dt1"]
        == .content(
          path: path("n10_e020.dt1"), .terrain(.wrongLength(expected: 3538, found: 3438), byte: 3438)))
    #expect(faults["n12_e020.dt1"] == .content(path: path("n12_e020.dt1"), .empty))
    #expect(faults["N53E000.hgt.gz"] == .notGzip(path: path("N53E000.hgt.gz")))
    #expect(faults["N54E000.hgt.gz"] != .some(nil))
    #expect(faults["N55E000.hgt.zip"] == .zip(path: path("N55E000.hgt.zip"), .noDirectory))
    #expect(throws: TerrainFileError.unknownEnding(path: "x.txt")) { try TerrainEntry(path: "x.txt") }
    #expect(throws: TerrainFileError.self) { try TerrainFolder(path: path("none")).list() }
  }

  @Test func whatChangesIsListedAnew() throws {
    let path = try folder.write(fixtures.hgt[1].file, "N51E000.hgt")
    let before = try terrain.list()
    #expect(try terrain.list() == before)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
    #expect(try terrain.list() != before)
    try FileManager.default.removeItem(atPath: path)
    #expect(try terrain.list() == [])
  }

  /// A flipped byte behind gzip or in a record is found when all of it is read.
  @Test func damageBehindTheHeaderIsFoundByLoading() throws {
    var dted = fixtures.dted[0].file
    dted[3500] ^= 1
    try folder.write(dted, "n10_e020.dt1")
    var packed = storedGzip(fixtures.hgt[1].file)
    packed[40] ^= 1
    try folder.write(packed, "N51E000.hgt.gz")
    for entry in try terrain.list() {
      #expect(entry.fault == nil)
      #expect(throws: TerrainFileError.self) { try entry.load() }
    }
  }

  @Test func aSurfaceIsOfTheTilesThatABoxNeeds() throws {
    try folder.write(fixtures.hgt[1].file, "N51E000.hgt")
    try folder.write(fixtures.hgt[1].file, "N51E001.hgt")
    try folder.write(fixtures.hgt[1].file, "N51W180.hgt")
    try folder.write(Data([1]), "N51E002.hgt")
    func surface(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> [Double] {
      let found = try terrain.surface(
        southWest: Coordinate(latitudeDegrees: south, longitudeDegrees: west),
        northEast: Coordinate(latitudeDegrees: north, longitudeDegrees: east))
      #expect(found.faults.count == 1)
      return found.surface.tiles.map(\.northWest.longitudeDegrees).sorted()
    }
    #expect(try surface(51.4, 0.4, 51.6, 0.6) == [0])
    #expect(try surface(51.4, 0.4, 51.6, 1.6) == [0, 1])
    #expect(try surface(53, 0.4, 54, 1.6) == [])
    #expect(try surface(51.4, 179.5, 51.6, 180.5) == [-180])
  }
}

@Suite struct ZipMemberTests {
  private let folder: TemporaryFolder
  private let fixtures: TerrainFixtures

  init() throws {
    folder = try TemporaryFolder()
    fixtures = try TerrainFixtures.load()
  }

  private func load(_ archive: Data, _ name: String = "N51E000.hgt.zip") throws -> TerrainTile {
    try TerrainEntry(path: folder.write(archive, name)).load()
  }

  @Test(arguments: ["deflated", "stored", "streamed", "folder"]) func readsWhatZipfileWrote(_ kind: String)
    throws
  {
    #expect(try load(#require(fixtures.zips[kind])).heights == fixtures.hgt[1].heights)
    // The member says the place where the archive does not.
    #expect(try load(#require(fixtures.zips[kind]), "any.hgt.zip").heights == fixtures.hgt[1].heights)
  }

  @Test func readsDTEDToo() throws {
    let archive = try #require(fixtures.zips["dted"])
    #expect(try load(archive, "any.dt1.zip").heights == fixtures.dted[0].heights)
    #expect(throws: TerrainFileError.self) { try load(archive, "n11_e020.dt1.zip") }
  }

  @Test(arguments: [
    ("two", ZipFault.members(count: 2)), ("none", .members(count: 0)), ("bzip2", .method(12)),
    ("locked", .encrypted), ("damaged", .checksum), ("bomb", .checksum),
  ])
  func faultsAreNamed(_ kind: String, _ fault: ZipFault) throws {
    let archive = try #require(fixtures.zips[kind])
    let path = folder.url.path + "/N51E000.hgt.zip"
    #expect(throws: TerrainFileError.zip(path: path, fault)) { try load(archive) }
  }

  @Test func whatWouldBurstIsNotUnpacked() throws {
    let archive = try #require(fixtures.zips["large"])
    let path = folder.url.path + "/N51E000.hgt.zip"
    #expect(throws: TerrainFileError.tooLarge(path: path, limit: TerrainFormat.byteLimit)) {
      try load(archive)
    }
  }

  @Test func noCutAndNoByteIsTakenForAnother() throws {
    let archive = try #require(fixtures.zips["deflated"])
    for count in 0..<archive.count {
      #expect(throws: TerrainFileError.self) { try load(archive.prefix(count)) }
    }
    for place in archive.indices {
      var changed = archive
      changed[place] ^= 0x41
      // Dates and attributes are not looked at.
      if let tile = try? load(changed) { #expect(tile.heights == fixtures.hgt[1].heights) }
    }
  }
}

@Suite struct TerrainTemplateTests {
  @Test func placeholdersBecomeTheTile() throws {
    let cell = try #require(DegreeCell(south: -4, west: 37))
    let template = try TerrainTemplate(
      "https://dem.example/{ns}{lat}/{ew}{lon}/{name}.HGT.gz?key=a{b".replacing("{b", with: "b"))
    #expect(template.url(of: cell) == "https://dem.example/S04/E037/S04E037.HGT.gz?key=ab")
    #expect(template.fileName(of: cell) == "S04E037.hgt.gz")
    #expect(template.format.content == .hgt && template.format.packing == .gzip)
    #expect(try TerrainTemplate("http://a/{lat}_{lon}.dt2").url(of: cell) == "http://a/04_037.dt2")
  }

  @Test(arguments: [
    ("ftp://a/{name}.hgt", TemplateFault.scheme), ("http://a/{name} .hgt", .scheme),
    ("http://a/{nome}.hgt", .placeholder("nome")), ("http://a/{name.hgt", .placeholder("name.hgt")),
    ("http://a/tile.hgt", .noPlaceholder), ("http://a/{lat}.hgt", .noPlaceholder),
    ("http://a/{name}", .ending), ("http://a/{name}.png", .ending), ("http://a/{name}?as=x.hgt", .ending),
  ])
  func faultsAreNamed(_ text: String, _ fault: TemplateFault) {
    #expect(throws: TerrainFileError.template(text, fault)) { try TerrainTemplate(text) }
  }

  @Test func rangesAreReadAsServersWriteThem() {
    #expect(ContentRange("bytes 100-199/1000")?.first == 100)
    #expect(ContentRange("bytes 100-199/1000")?.total == 1000)
    #expect(ContentRange("bytes 0-0/*")?.total == nil)
    #expect(ContentRange("bytes */1000")?.total == 1000)
    #expect(ContentRange("bytes */1000")?.first == nil)
    for text in ["", "bytes", "bytes 5", "bytes 5-3/9", "bytes a-b/9", "bytes -5-3/9", "items 0-1/2"] {
      #expect(ContentRange(text) == nil, "\(text)")
    }
  }
}
