import Foundation
import TestSupport
import Testing
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// What make_terrain.py wrote.
struct TerrainFixtures: Decodable {
  struct Case: Decodable {
    let name: String
    let file: Data
    let south: Double
    let west: Double
    let latitudeStep: Double
    let longitudeStep: Double
    let rows: Int
    let columns: Int
    let heights: [Int16]

    var bytes: [UInt8] { Array(file) }
    var cell: DegreeCell? { DegreeCell(name: Array(name.utf8)) }

    /// Whether a tile is this one, post for post.
    func expect(_ tile: TerrainTile) {
      #expect(tile.heights == heights && tile.rowCount == rows && tile.columnCount == columns)
      #expect(abs(tile.latitudeStepDegrees - latitudeStep) < 1e-12)
      #expect(abs(tile.longitudeStepDegrees - longitudeStep) < 1e-12)
      #expect(
        abs(tile.northWest.latitudeDegrees - south - 1) < 1e-9 && tile.northWest.longitudeDegrees == west)
      #expect(abs(tile.southEast.latitudeDegrees - south) < 1e-9)
      #expect(abs(tile.southEast.longitudeDegrees - west - 1) < 1e-9)
    }
  }

  let dted: [Case]
  let hgt: [Case]

  static func load() throws -> TerrainFixtures {
    let url = Repository.fixture("terrain/terrain.json")
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return try decoder.decode(TerrainFixtures.self, from: Data(contentsOf: url))
  }

  /// Sets the sums of a DTED file's records right, as nobody who changes a byte does.
  static func summed(_ bytes: [UInt8], rows: Int) -> [UInt8] {
    var bytes = bytes
    let count = 12 + 2 * rows
    for start in stride(from: 3428, through: bytes.count - count, by: count) {
      let sum = bytes[start..<(start + count - 4)].reduce(0) { $0 + Int($1) }
      for place in 0..<4 {
        bytes[start + count - 4 + place] = UInt8(truncatingIfNeeded: sum >> (8 * (3 - place)))
      }
    }
    return bytes
  }
}

@Suite struct DTEDTests {
  private static func read(_ bytes: [UInt8]) -> Result<TerrainTile, TerrainFormatError> {
    do throws(TerrainFormatError) {
      return .success(try DTED.tile(bytes.span))
    } catch {
      return .failure(error)
    }
  }

  private static func small() throws -> [UInt8] { try #require(TerrainFixtures.load().dted.first).bytes }

  @Test func postsAreWhereStructPutThem() throws {
    for one in try TerrainFixtures.load().dted { one.expect(try Self.read(one.bytes).get()) }
  }

  @Test func theHeaderStatesWherePostsAre() throws {
    let cases = try TerrainFixtures.load().dted
    let headers = try cases.map { one in
      let first = Array(one.bytes.prefix(DTEDHeader.byteCount))
      return try DTEDHeader(first.span)
    }
    #expect(headers.map(\.fileByteCount) == cases.map(\.bytes.count))
    #expect(headers.map(\.level) == [nil, 0, nil])
    #expect(headers.map(\.verticalAccuracyMeters) == [30, 30, nil])
    for (header, one) in zip(headers, cases) {
      let lattice = header.lattice
      #expect(lattice.southWest == Coordinate(latitudeDegrees: one.south, longitudeDegrees: one.west))
      #expect(lattice.rowCount == one.rows && lattice.columnCount == one.columns)
      #expect(lattice.postCount == one.heights.count)
    }
    // Level 2 from 50 degrees on: what the tile of London would be.
    let text = "UHL10010000W0510000N00200010NA  U  " + String(repeating: " ", count: 12) + "180136010"
    let bytes = Array(text.padding(toLength: 80, withPad: " ", startingAt: 0).utf8)
    let header = try DTEDHeader(bytes.span)
    #expect(header.fileByteCount == 12_995_842 && header.level == 2)
    #expect(abs(header.lattice.northEast.longitudeDegrees) < 1e-9)
  }

  @Test func faultsAreNamed() throws {
    let bytes = try Self.small()
    func fault(_ change: (inout [UInt8]) -> Void) -> TerrainFormatError? {
      var bytes = bytes
      change(&bytes)
      guard case .failure(let error) = Self.read(bytes) else { return nil }
      return error
    }
    func writing(_ text: String, at place: Int) -> (inout [UInt8]) -> Void {
      { $0.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8) }
    }
    #expect(fault { _ in } == nil)
    #expect(fault { $0 = [] } == .empty)
    #expect(fault(writing("X", at: 0)) == .terrain(.noHeader(.userLabel), byte: 0))
    #expect(fault { $0.removeSubrange(70...) } == .terrain(.truncatedHeader, byte: 70))
    #expect(fault { $0.removeSubrange(3000...) } == .terrain(.truncatedHeader, byte: 3000))
    #expect(fault(writing("X", at: 80)) == .terrain(.noHeader(.description), byte: 80))
    #expect(fault(writing("X", at: 728)) == .terrain(.noHeader(.accuracy), byte: 728))
    #expect(fault(writing("Q", at: 11)) == .terrain(.malformed(.longitude), byte: 4))
    #expect(fault(writing("1810000E", at: 4)) == .terrain(.malformed(.longitude), byte: 4))
    #expect(fault(writing("0106000N", at: 12)) == .terrain(.malformed(.latitude), byte: 12))
    #expect(fault(writing("0000", at: 20)) == .terrain(.malformed(.longitudeInterval), byte: 20))
    #expect(fault(writing("    ", at: 24)) == .terrain(.malformed(.latitudeInterval), byte: 24))
    #expect(fault(writing("0001", at: 47)) == .terrain(.malformed(.lineCount), byte: 47))
    #expect(fault(writing("9999", at: 51)) == .terrain(.tooManyPosts(limit: 3601), byte: 51))
    #expect(fault(writing("0006", at: 51)) == .terrain(.beyondCell, byte: 4))
    #expect(fault(writing("0900000N", at: 12)) == .terrain(.beyondCell, byte: 4))
    #expect(fault(writing("8000", at: 20)) == .terrain(.contradiction(.longitudeInterval), byte: 357))
    #expect(fault(writing("0004", at: 51)) == .terrain(.contradiction(.postCount), byte: 361))
    #expect(fault(writing("0110000N", at: 12)) == .terrain(.contradiction(.latitude), byte: 265))
    #expect(fault(writing("0200000W", at: 4)) == .terrain(.contradiction(.longitude), byte: 274))
    #expect(fault { $0.removeLast() } == .terrain(.wrongLength(expected: 3538, found: 3537), byte: 3537))
    #expect(fault { $0.append(0) } == .terrain(.wrongLength(expected: 3538, found: 3539), byte: 3539))
    // What is left to be written is zeros.
    let zeros = fault { $0.replaceSubrange(3472..., with: repeatElement(0, count: $0.count - 3472)) }
    #expect(zeros == .terrain(.record(3, .missing), byte: 3472))
    #expect("\(try #require(zeros))".contains("record 3"))
    let flipped = fault { $0[3450 + 9] ^= 1 }
    guard case .terrain(.record(2, .checksum(let expected, let found)), byte: 3450) = flipped else {
      Issue.record("\(String(describing: flipped))")
      return
    }
    #expect(expected.distance(to: found).magnitude == 1)
    let swapped = fault { bytes in
      let record = Array(bytes[3428..<3450])
      bytes.replaceSubrange(3428..<3450, with: bytes[3450..<3472])
      bytes.replaceSubrange(3450..<3472, with: record)
    }
    #expect(swapped == .terrain(.record(1, .misplaced), byte: 3428))
    // -5 as two's complement.
    let complement = fault {
      $0.replaceSubrange(3438..<3440, with: [0xFF, 0xFB])
      $0 = TerrainFixtures.summed($0, rows: 5)
    }
    #expect(complement == .terrain(.record(1, .impossibleHeight(-32763)), byte: 3438))
  }

  @Test func partsThatWereLeftBlankArePassedOver() throws {
    var bytes = try Self.small()
    bytes.replaceSubrange(265..<284, with: repeatElement(0x20, count: 19))
    bytes.replaceSubrange(353..<371, with: repeatElement(0, count: 18))
    let one = try #require(TerrainFixtures.load().dted.first)
    one.expect(try Self.read(bytes).get())
  }

  @Test func noCutAndNoByteIsTakenForAnother() throws {
    let bytes = try Self.small()
    let whole = try Self.read(bytes).get()
    for count in 0..<bytes.count {
      let cut = Array(bytes[..<count])
      #expect(throws: TerrainFormatError.self) { try Self.read(cut).get() }
    }
    for place in bytes.indices {
      for value in [bytes[place] ^ 1, bytes[place] ^ 0x80, 0, 0xFF, 0x39] where value != bytes[place] {
        var changed = bytes
        changed[place] = value
        // What is read all the same has the heights that it had.
        if let tile = try? Self.read(changed).get() { #expect(tile.heights == whole.heights) }
      }
    }
  }

  @Test func anyBytesAreReadOrRefused() throws {
    let bytes = try Self.small()
    var generator = SeededGenerator(seed: 11)
    for round in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) { changed.mutate(using: &generator) }
      if round % 2 == 0 { changed = TerrainFixtures.summed(changed, rows: 5) }
      if let tile = try? Self.read(changed).get() { #expect(tile.heights.count * 2 < changed.count) }
    }
  }
}

@Suite struct HGTTests {
  private static func read(_ bytes: [UInt8], _ cell: DegreeCell) -> Result<TerrainTile, TerrainFormatError> {
    do throws(TerrainFormatError) {
      return .success(try HGT.tile(bytes.span, cell: cell))
    } catch {
      return .failure(error)
    }
  }

  @Test func postsAreWhereStructPutThem() throws {
    for one in try TerrainFixtures.load().hgt {
      one.expect(try Self.read(one.bytes, try #require(one.cell)).get())
    }
  }

  @Test func lengthsDetermineTheLattice() throws {
    let cell = try #require(DegreeCell(south: 51, west: -1))
    let sides = [
      (2_884_802, 1201, 1201), (25_934_402, 3601, 3601), (722_402, 601, 601), (12_970_802, 3601, 1801),
    ]
    for (byteCount, rows, columns) in sides {
      let lattice = try HGT.lattice(byteCount: byteCount, cell: cell)
      #expect(lattice.rowCount == rows && lattice.columnCount == columns)
      #expect(lattice.northEast == Coordinate(latitudeDegrees: 52, longitudeDegrees: 0))
    }
    for byteCount in [1, 2, 3, 2_884_801, 2_884_800, 2_884_804, 2 * 8 * 8, 25_934_400] {
      #expect(throws: TerrainFormatError.terrain(.noTileLength(byteCount), byte: byteCount)) {
        try HGT.lattice(byteCount: byteCount, cell: cell)
      }
    }
    #expect(throws: TerrainFormatError.empty) { try HGT.lattice(byteCount: 0, cell: cell) }
    #expect(throws: TerrainFormatError.terrain(.tooManyPosts(limit: 3601), byte: 0)) {
      try HGT.lattice(byteCount: .max, cell: cell)
    }
  }

  @Test func everyBitIsOneOfAHeight() throws {
    let one = try #require(TerrainFixtures.load().hgt.first)
    let (bytes, cell) = (one.bytes, try #require(one.cell))
    for count in 0..<bytes.count {
      let lengths = (2...5).map { 2 * $0 * $0 }
      let isTile = (try? Self.read(Array(bytes[..<count]), cell).get()) != nil
      #expect(isTile == lengths.contains(count))
    }
    for bit in 0..<(8 * bytes.count) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let tile = try Self.read(changed, cell).get()
      let differing = zip(tile.heights, one.heights).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      // The lowest bit of a void makes DTED's of it, which is one as well.
      let staysVoid = one.heights[bit / 16] == TerrainTile.void && bit % 16 == 8
      #expect(differing == (staysVoid ? [] : [bit / 16]))
    }
    var bytesOfDTED = bytes
    bytesOfDTED.replaceSubrange(0..<2, with: [0x80, 0x01])
    #expect(try Self.read(bytesOfDTED, cell).get().heights[0] == TerrainTile.void)
  }
}

@Suite struct DegreeCellTests {
  @Test func namesAreReadAsTheyAreWritten() throws {
    for south in -90..<90 {
      for west in stride(from: -180, to: 180, by: 7) {
        let cell = try #require(DegreeCell(south: south, west: west))
        #expect(DegreeCell(name: cell.name) == cell)
        #expect(DegreeCell(name: Array(String(decoding: cell.name, as: UTF8.self).lowercased().utf8)) == cell)
      }
    }
    let cell = try #require(DegreeCell(south: 51, west: -1))
    #expect(String(decoding: cell.name, as: UTF8.self) == "N51W001")
    for name in ["n51_w001_1arc_v3", "N51W001.hgt", "n51_w001", "n51w001-derived"] {
      #expect(DegreeCell(name: Array(name.utf8)) == cell, "\(name)")
    }
    for name in [
      "", "N", "N51", "N51W", "N51W01", "X51W001", "N51X001", "N5aW001", "N51W0011", "N51W001a", "N90E000",
      "S91E000",
      "N00E180", "N00W181", "N51-W001",
    ] {
      #expect(DegreeCell(name: Array(name.utf8)) == nil, "\(name)")
    }
    #expect(DegreeCell(south: 90, west: 0) == nil && DegreeCell(south: 0, west: 180) == nil)
  }

  /// Walks around the circle by the haversine formula's inverse and looks which cells it meets.
  @Test func circlesAreWithinTheirCells() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let center = Coordinate(
        latitudeDegrees: .random(in: -80...80, using: &generator),
        longitudeDegrees: .random(in: -180...180, using: &generator))
      let radius = Double.random(in: 1...300, using: &generator)
      let cells = Set(try #require(DegreeCell.around(center, radiusKilometers: radius)))
      let (latitude, angle) = (center.latitudeDegrees * .pi / 180, radius / 6371)
      for step in 0..<360 {
        let bearing = Double(step) * .pi / 180
        let south = asin(sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing))
        let east = atan2(
          sin(bearing) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sin(south))
        let longitude = remainder(center.longitudeDegrees + east * 180 / .pi, 360)
        let cell = DegreeCell(
          south: Int((south * 180 / .pi).rounded(.down)), west: Int(longitude.rounded(.down)))
        #expect(cell.map(cells.contains) == true)
      }
      let most = 2 + radius / 55 / cos(min(1.5, abs(latitude) + angle))
      #expect(Double(cells.count) <= (2 + radius / 55) * most)
    }
    let london = Coordinate(latitudeDegrees: 51.5, longitudeDegrees: -0.5)
    #expect(DegreeCell.around(london, radiusKilometers: 8)?.map(\.west) == [-1])
    let corner = Coordinate(latitudeDegrees: 0.01, longitudeDegrees: -179.99)
    #expect(
      try #require(DegreeCell.around(corner, radiusKilometers: 5)).map { [$0.south, $0.west] }
        == [[-1, 179], [-1, -180], [0, 179], [0, -180]])
    for (latitude, radius) in [(89.99, 5.0), (0, 0), (0, .nan), (0, 10_000), (.nan, 5), (-89.5, 100)] {
      let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: 0)
      #expect(DegreeCell.around(place, radiusKilometers: radius) == nil)
    }
  }
}
