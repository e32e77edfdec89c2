import Foundation
import Testing
import WavePropagation
import WaveSystem
import WaveTerrainFormats
import WaveUnits

@testable import WaveTerrain

/// Which tiles touch a box, which names are of tiles, and which tiles are kept.
@Suite struct TerrainPartTests {
  private let folder: TemporaryFolder
  private let fixtures: TerrainFixtures

  init() throws {
    folder = try TemporaryFolder()
    fixtures = try TerrainFixtures.load()
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  // MARK: - Boxes

  /// Posts from 10 to 11 degrees north, a quarter apart, and from a longitude on for one degree, half apart.
  private static func lattice(west: Double) -> TerrainLattice {
    TerrainLattice(
      southWest: place(10, west), latitudeStepDegrees: 0.25, longitudeStepDegrees: 0.5, rowCount: 5,
      columnCount: 3)
  }

  /// A tile reaches one step beyond its posts, since a post counts for the ground around it.
  @Test func aTileTouchesWhatIsWithinAStep() {
    func touches(south: Double, north: Double) -> Bool {
      Self.lattice(west: 1).touches(southWest: Self.place(south, 1.2), northEast: Self.place(north, 1.3))
    }
    #expect(touches(south: 9, north: 9.75) && !touches(south: 9, north: 9.74))
    #expect(touches(south: 11.25, north: 12) && !touches(south: 11.26, north: 12))
    #expect(touches(south: 10.3, north: 10.4) && touches(south: 0, north: 50))
  }

  @Test func aTileTouchesABoxWhoseLongitudesAreATurnAway() {
    for turn in [-360.0, 0, 360] {
      let lattice = Self.lattice(west: 1 + turn)
      func touches(_ west: Double, _ east: Double) -> Bool {
        lattice.touches(southWest: Self.place(10.1, west), northEast: Self.place(10.2, east))
      }
      #expect(touches(0, 0.5) && !touches(0, 0.49), "\(turn)")
      #expect(touches(2.5, 3) && !touches(2.51, 3), "\(turn)")
      #expect(touches(-10, 10), "\(turn)")
    }
  }

  // MARK: - Names

  @Test(
    arguments: [
      ("n10_e020.dt0", "DTED plain .dt0"), ("A.DT1", "DTED plain .dt1"), ("a.dt2.gz", "DTED gzip .dt2.gz"),
      ("N51E000.hgt", "HGT plain .hgt"), ("a.HGT.Zip", "HGT zip .hgt.zip"), ("a.tif", "GeoTIFF plain .tif"),
      ("a.tiff", "GeoTIFF plain .tiff"), ("a.tif.gz", nil), ("a.tiff.zip", nil), ("a.dt3", nil),
      ("a.gz", nil),
      ("hgt", nil), ("", nil), ("a.hgt.txt", nil),
    ] as [(String, String?)])
  func theEndingOfANameIsItsFormat(_ name: String, _ words: String?) {
    let format = TerrainFormat(name: name)
    #expect(format.map { "\($0.content.rawValue) \($0.packing.rawValue) \($0.ending)" } == words)
  }

  @Test func anUnpackedTileHasTheGreatestLengthOfItsKind() throws {
    // A DTED file of level 2: its headers, and 3601 records of 12 bytes and 3601 heights.
    #expect(TerrainFormat.byteLimit == 25_981_042)
  }

  // MARK: - Streets

  @Test func aPictureHasItsOwnAddress() throws {
    let template = try StreetTemplate("https://t.example/{z}/{x}/{y}.png?k={z}")
    #expect(template.url(zoom: 3, column: 14, row: 5) == "https://t.example/3/14/5.png?k=3")
  }

  @Test(arguments: [
    ("https://t.example/{z}/{x}.png", TemplateFault.noTilePlaceholder),
    ("https://t.example/{z}/{x}/{y}/{a}.png", .noTilePlaceholder), ("t.example/{z}/{x}/{y}", .scheme),
  ])
  func aStreetTemplateHasThreePlaceholders(_ text: String, _ fault: TemplateFault) {
    #expect(throws: TerrainFileError.template(text, fault)) { try StreetTemplate(text) }
  }

  // MARK: - Tiles that arrive

  @Test func aPartOfATileIsKeptWithItsTag() throws {
    let target = folder.url.path + "/N51E000.hgt"
    let part = PartialTile(target: target)
    #expect(part.byteCount == 0 && part.tag == nil)
    try folder.write(Data([1, 2, 3]), "N51E000.hgt.part")
    try part.write(tag: "\"abc\"")
    #expect(part.byteCount == 3 && part.tag == "\"abc\"")
    // A tag that is not printable, empty or too long is none.
    for tag in ["a\u{7F}", "", "é", "a\n", String(repeating: "a", count: 513)] {
      try part.write(tag: "\"abc\"")
      try part.write(tag: tag)
      #expect(part.tag == nil, "\(tag)")
    }
    let longest = String(repeating: "~", count: 512)
    try part.write(tag: longest)
    #expect(part.tag == longest)
    try part.write(tag: nil)
    #expect(part.tag == nil)
    for text in [String(repeating: "a", count: 513), "a\n", ""] {
      try folder.write(Data(text.utf8), "N51E000.hgt.part.tag")
      #expect(part.tag == nil)
    }
    try part.write(tag: "a b")
    try part.commit(to: target)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["N51E000.hgt"])
    try folder.write(Data([1]), "N51E000.hgt.part")
    try part.write(tag: "a")
    part.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["N51E000.hgt"])
  }

  // MARK: - The cache

  @Test func tilesOfAFolderAreFoundByTheirBox() throws {
    let hgt = fixtures.hgt[1].file
    try folder.write(hgt, "N51E000.hgt")
    try folder.write(hgt, "N51E001.hgt")
    try folder.write(Data([1]), "N51E002.hgt")
    let cache = try TerrainTileCache(path: folder.url.path)
    #expect(cache.entries.map(\.name) == ["N51E000.hgt", "N51E001.hgt", "N51E002.hgt"])
    let (low, high) = (Self.place(51.4, 0.4), Self.place(51.6, 0.6))
    #expect(cache.entries(southWest: low, northEast: high).map(\.name) == ["N51E000.hgt"])
    for _ in 0..<2 {
      let found = cache.surface(southWest: low, northEast: high)
      #expect(found.surface.tiles.map(\.heights) == [fixtures.hgt[1].heights] && found.faults.isEmpty)
    }
    let both = cache.surface(southWest: low, northEast: Self.place(51.6, 1.5))
    #expect(both.surface.tiles.count == 2)
    #expect(try TerrainTileCache(TerrainFolder(path: folder.url.path)).entries == cache.entries)
    let one = try TerrainTileCache(path: folder.url.path + "/N51E001.hgt")
    #expect(one.entries.map(\.name) == ["N51E001.hgt"])
    #expect(throws: TerrainFileError.file(FileError(path: folder.url.path + "/none", cause: .notFound))) {
      try TerrainTileCache(path: folder.url.path + "/none")
    }
  }

  @Test func aKeptTileIsNotReadAgainUntilItIsReplaced() throws {
    let first = fixtures.hgt[1]
    // The last bit of each height.
    let second = first.file.enumerated().map { $0 % 2 == 1 ? $1 ^ 1 : $1 }
    let path = try folder.write(first.file, "N51E000.hgt")
    let (low, high) = (Self.place(51.4, 0.4), Self.place(51.6, 0.6))
    let cache = try TerrainTileCache(path: folder.url.path)
    // A height beyond those on earth is void, and stays so.
    let other = first.heights.map { $0 == TerrainTile.void ? $0 : $0 ^ 1 }
    func heights() -> [Int16]? { cache.surface(southWest: low, northEast: high).surface.tiles.first?.heights }
    #expect(heights() == first.heights)
    #expect(!cache.refresh { _ in true } && cache.replacedCount == 0)
    try folder.write(Data(second), "N51E000.hgt")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
    #expect(heights() == first.heights)
    #expect(!cache.refresh { _ in false })
    #expect(cache.refresh { $0.name == "N51E000.hgt" } && cache.replacedCount == 1)
    #expect(heights() == other)
    // A file that is no tile, or is gone, does not replace one.
    try folder.write(Data([1]), "N51E000.hgt")
    #expect(!cache.refresh { _ in true } && cache.replacedCount == 1)
    try FileManager.default.removeItem(atPath: path)
    #expect(!cache.refresh { _ in true } && heights() == other)
  }
}

/// The directory of an archive, byte by byte.
@Suite struct ZipDirectoryTests {
  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The end of an archive: APPNOTE 4.3.16.
  private static func tail(
    members: Int = 1, byteCount: Int = 100, offset: Int = 50, comment: [UInt8] = [], before: Int = 0
  ) -> [UInt8] {
    [UInt8](repeating: 9, count: before) + little(0x0605_4B50, 4) + little(0, 4) + little(members, 2)
      + little(members, 2) + little(byteCount, 4) + little(offset, 4) + little(comment.count, 2) + comment
  }

  private static func directory(_ tail: [UInt8], fileByteCount: Int = 172) -> String {
    do throws(ZipFault) {
      let found = try ZipMember.Directory(tail: tail, fileByteCount: fileByteCount)
      return "\(found.offset) \(found.byteCount) \(found.memberCount)"
    } catch { return "\(error)" }
  }

  @Test func theDirectoryIsNamedAtTheEnd() {
    #expect(Self.directory(Self.tail()) == "50 100 1")
    #expect(Self.directory(Self.tail(members: 256)) == "50 100 256")
    #expect(Self.directory(Self.tail(comment: [1, 2, 3], before: 7), fileByteCount: 182) == "50 100 1")
    #expect(Self.directory(Self.tail(offset: 0)) == "0 100 1")
  }

  @Test func whatDoesNotFitIsDamaged() {
    #expect(Self.directory(Self.tail(), fileByteCount: 171) == "\(ZipFault.damaged)")
    #expect(Self.directory(Self.tail(offset: 51)) == "\(ZipFault.damaged)")
    #expect(Self.directory(Self.tail(byteCount: 0, offset: 151)) == "\(ZipFault.damaged)")
    #expect(Self.directory(Self.tail(byteCount: 0, offset: 150)) == "150 0 1")
    let limit = ZipMember.directoryByteLimit
    #expect(
      Self.directory(Self.tail(byteCount: limit, offset: 0), fileByteCount: limit + 22) == "0 \(limit) 1")
    #expect(
      Self.directory(Self.tail(byteCount: limit + 1, offset: 0), fileByteCount: limit + 23)
        == "\(ZipFault.damaged)")
    #expect(Self.directory(Self.tail(members: 257)) == "\(ZipFault.tooManyMembers(limit: 256))")
    for tail in [[], Array(Self.tail().dropLast()), Self.tail() + [0]] {
      #expect(Self.directory(tail) == "\(ZipFault.noDirectory)")
    }
  }

  /// An entry of the directory: APPNOTE 4.3.12.
  private static func entry(
    _ name: String, flags: Int = 0, method: Int = 8, packed: Int = 7, size: Int = 9, extra: Int = 0,
    comment: Int = 0
  ) -> [UInt8] {
    let head = little(0x0201_4B50, 4) + little(0, 4) + little(flags, 2) + little(method, 2) + little(0, 4)
    let sizes = little(0xAABB_CCDD, 4) + little(packed, 4) + little(size, 4)
    let counts = little(name.utf8.count, 2) + little(extra, 2) + little(comment, 2)
    return head + sizes + counts + little(0, 8) + little(0x1234, 4) + Array(name.utf8)
      + [UInt8](repeating: 1, count: extra + comment)
  }

  private static func member(_ directory: [UInt8], count: Int) -> String {
    do throws(ZipFault) {
      let found = try ZipMember.tile(in: directory, memberCount: count) { $0.last == UInt8(ascii: "t") }
      return "\(String(decoding: found.name, as: UTF8.self)) \(found.isDeflated) \(found.packedByteCount) "
        + "\(found.byteCount) \(String(found.checksum, radix: 16)) \(found.headerOffset)"
    } catch { return "\(error)" }
  }

  @Test func theOneTileIsFoundAmongOthers() {
    let other = Self.entry("readme", extra: 3, comment: 2)
    #expect(Self.member(Self.entry("a.hgt"), count: 1) == "a.hgt true 7 9 aabbccdd 4660")
    #expect(Self.member(other + Self.entry("a.hgt") + other, count: 3) == "a.hgt true 7 9 aabbccdd 4660")
    let stored = Self.entry("a.hgt", flags: 2, method: 0, packed: 9, extra: 5)
    #expect(Self.member(stored, count: 1) == "a.hgt false 9 9 aabbccdd 4660")
    #expect(Self.member(other, count: 1) == "\(ZipFault.members(count: 0))")
    #expect(
      Self.member(Self.entry("a.hgt") + Self.entry("b.hgt"), count: 2) == "\(ZipFault.members(count: 2))")
  }

  @Test func aMemberThatCannotBeReadIsRefused() {
    #expect(Self.member(Self.entry("a.hgt", flags: 1), count: 1) == "\(ZipFault.encrypted)")
    #expect(Self.member(Self.entry("a.hgt", flags: 3), count: 1) == "\(ZipFault.encrypted)")
    #expect(Self.member(Self.entry("a.hgt", method: 12), count: 1) == "\(ZipFault.method(12))")
    #expect(Self.member(Self.entry("a.hgt", method: 0), count: 1) == "\(ZipFault.damaged)")
    let damaged = "\(ZipFault.damaged)"
    #expect(Self.member(Self.entry("a.hgt").dropLast() + [], count: 1) == damaged)
    #expect(Self.member(Self.entry("a.hgt"), count: 2) == damaged)
    #expect(Self.member([0] + Self.entry("a.hgt"), count: 1) == damaged)
    // The least entry has no name at all.
    #expect(Self.member(Self.entry(""), count: 1) == "\(ZipFault.members(count: 0))")
  }

  @Test func theLocalHeaderSaysWhereTheDataBegin() throws {
    let member = try ZipMember.tile(in: Self.entry("a.hgt"), memberCount: 1) { _ in true }
    let header = Self.little(0x0403_4B50, 4) + Self.little(0, 22) + Self.little(5, 2) + Self.little(3, 2)
    let start = 0x1234 + 30 + 5 + 3
    #expect(try member.dataOffset(header: header, fileByteCount: start + 7) == start)
    #expect(throws: ZipFault.damaged) { try member.dataOffset(header: header, fileByteCount: start + 6) }
    #expect(throws: ZipFault.damaged) {
      try member.dataOffset(header: Array(header.dropLast()), fileByteCount: start + 7)
    }
    #expect(throws: ZipFault.damaged) {
      try member.dataOffset(header: [0] + header.dropFirst(), fileByteCount: start + 7)
    }
  }
}
