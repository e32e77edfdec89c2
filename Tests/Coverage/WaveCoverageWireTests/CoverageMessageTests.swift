import TestSupport
import Testing
import WaveCoverageWire
import WaveWire

@Suite struct CoverageMessageTests {
  @Test func whatIsWrittenIsRead() throws {
    for sample in TerrainSamples.fixed {
      let read = try #require(try TerrainSamples.read(sample.bytes, fromClient: sample.isFromClient))
      #expect(read == sample.message, "\(sample.name)")
    }
  }

  @Test func hostileBytesDoNoHarm() {
    var random = SeededGenerator(seed: 48)
    var accepted = 0
    var refused = 0
    for _ in 0..<100_000 {
      let sample = TerrainSamples.fixed[Int(random.next() % UInt64(TerrainSamples.fixed.count))]
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() & 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
      do throws(WireError) {
        while let message = sample.isFromClient
          ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
        {
          accepted += 1
          let again = TerrainSamples.encoded(message, fromClient: sample.isFromClient)
          if again.count > bytes.count { Issue.record("grew: \(bytes)") }
        }
      } catch { refused += 1 }
      if reader.position > bytes.count { Issue.record("read past the end: \(bytes)") }
    }
    #expect(accepted > 10_000 && refused > 10_000)
  }

  /// The steepest ground there can be still fits into a message, and smooth ground takes a byte a post.
  @Test func wholeBlocksFitIntoAMessage() throws {
    let key = TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0)
    let side = WireLimits.terrainBlock + 1
    var random = SeededGenerator(seed: 3)
    let wild = (0..<side * side).map { _ in Int16(truncatingIfNeeded: random.next()) }
    let smooth = (0..<side * side).map { Int16($0 % side + $0 / side) }
    for (heights, limit) in [(wild, WireLimits.serverMessageBytes), (smooth, side * side + 64)] {
      let message = CoverageMessage.block(
        TerrainBlock(key: key, rowCount: UInt8(side), columnCount: UInt8(side), heights: heights))
      let bytes = TerrainSamples.encoded(message, fromClient: false)
      #expect(bytes.count <= limit)
      #expect(try TerrainSamples.read(bytes, fromClient: false) == message)
    }
  }

  @Test func longListsFitIntoAMessage() {
    let tile = TerrainDescription(
      northDegrees: 1, westDegrees: 1, latitudeStepDegrees: 0.1, longitudeStepDegrees: 0.1, rowCount: 2,
      columnCount: 2, name: [UInt8](repeating: 0x61, count: 500))
    let list = CoverageMessage.tiles(
      TerrainList(first: 0, total: 300, tiles: Array(repeating: tile, count: 300)))
    let bytes = TerrainSamples.encoded(list, fromClient: false)
    #expect(bytes.count <= WireLimits.serverMessageBytes)
  }

  /// Every post of a tile is in a block, and in one only but for shared edges.
  @Test(arguments: [2, 3, 128, 129, 130, 257, 361, 721, 1201, 3601] as [UInt32])
  func blocksCoverATile(posts: UInt32) {
    let tile = TerrainDescription(
      northDegrees: 1, westDegrees: 1, latitudeStepDegrees: 1e-4, longitudeStepDegrees: 1e-4, rowCount: posts,
      columnCount: 2, name: [])
    for level: UInt8 in 0...WireLimits.terrainLevel {
      let blocks = tile.blockCounts(level: level)
      var reached = 0
      for row in 0..<blocks.rows {
        let key = TerrainBlockKey(tile: 0, level: level, row: UInt16(row), column: 0)
        guard let counts = tile.postCounts(of: key) else {
          Issue.record("there is no block \(key)")
          continue
        }
        #expect(counts.rows >= 2 && counts.rows <= WireLimits.terrainBlock + 1)
        #expect(reached == row * WireLimits.terrainBlock)
        reached += counts.rows - 1
      }
      #expect(reached << Int(level) >= Int(posts) - 1)
      #expect((reached - 1) << Int(level) < Int(posts) - 1)
      #expect(tile.postCounts(of: .init(tile: 0, level: level, row: UInt16(blocks.rows), column: 0)) == nil)
    }
  }

  /// Who knows no models of the surface is asked as ever, and a model's list is taken whole or not at all.
  @Test func modelsOfTheSurfaceAreMore() throws {
    let plain = TerrainSamples.encoded(.coverageRequest(TerrainSamples.coverageRequest), fromClient: true)
    var more = TerrainSamples.encoded(.coverageRequest(TerrainSamples.surfaceAsk), fromClient: true)
    #expect(more.count == plain.count + 2 && more[4..<plain.count].elementsEqual(plain[4...]))
    more[more.count - 1] = 0xFF
    #expect(throws: WireError.self) { try TerrainSamples.read(more, fromClient: true) }
    // Clutter is behind the number of models, be there any or not; none of it is as ever.
    var clutter = TerrainSamples.encoded(.coverageRequest(TerrainSamples.clutterAsk), fromClient: true)
    #expect(clutter.count == plain.count + 3 && Array(clutter.suffix(3)) == [0, 0, 3])
    clutter[clutter.count - 1] = 5
    #expect(throws: WireError.self) { try TerrainSamples.read(clutter, fromClient: true) }
    let part = SurfacePart(
      name: Array(repeating: 0x61, count: 500), fault: Array(repeating: 0x62, count: 500))
    let long = CoverageMessage.surfaces(
      TerrainSurfaces(first: 0, total: 300, parts: Array(repeating: part, count: 300)))
    let bytes = TerrainSamples.encoded(long, fromClient: false)
    #expect(bytes.count <= WireLimits.serverMessageBytes)
    guard case .surfaces(let read) = try TerrainSamples.read(bytes, fromClient: false) else {
      Issue.record("no models")
      return
    }
    #expect(
      read.parts.count == WireLimits.surfacePartsPerMessage
        && read.parts[0].fault.count == WireLimits.surfaceFault)
    for wrong in [
      SurfacePart(northDegrees: 1, westDegrees: 2, southDegrees: 3, eastDegrees: 4, version: 1, name: []),
      SurfacePart(northDegrees: 3, westDegrees: 4, southDegrees: 1, eastDegrees: 2, version: 1, name: []),
      SurfacePart(northDegrees: 3, westDegrees: 0, southDegrees: 1, eastDegrees: 400, version: 1, name: []),
      SurfacePart(northDegrees: .nan, westDegrees: 0, southDegrees: 1, eastDegrees: 4, version: 1, name: []),
    ] {
      let bytes = TerrainSamples.encoded(
        .surfaces(TerrainSurfaces(first: 0, total: 1, parts: [wrong])), fromClient: false)
      #expect(throws: WireError.self) { try TerrainSamples.read(bytes, fromClient: false) }
    }
  }

  @Test func otherKindsAreSkipped() throws {
    var bytes = TerrainSamples.fixed[0].bytes
    bytes += [200, 0, 1, 0, 9]
    bytes += TerrainSamples.fixed[1].bytes
    var reader = CoverageMessageReader(limit: WireLimits.clientMessageBytes)
    #expect(try reader.nextFromClient(in: bytes.span.bytes) == .hello(CoverageHello(version: 2)))
    #expect(try reader.nextFromClient(in: bytes.span.bytes) == .ask(BlockRequest(TerrainSamples.key)))
    #expect(try reader.nextFromClient(in: bytes.span.bytes) == nil)
    #expect(CoverageMessageReader.isHello(bytes))
    #expect(!CoverageMessageReader.isHello(TerrainSamples.fixed[1].bytes))
  }
}
