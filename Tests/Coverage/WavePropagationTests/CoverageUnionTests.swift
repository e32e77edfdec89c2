import TestSupport
import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct CoverageUnionTests {
  /// A map by hand: losses by row and column, in 0.01 dB.
  static func map(
    north: Double, west: Double, step: Double = 1.0 / 3600, rows: Int, columns: Int,
    loss: (Int, Int) -> Int16
  ) throws -> CoverageMap {
    var map = CoverageMap(
      PostLattice(
        northWest: Coordinate(latitudeDegrees: north, longitudeDegrees: west), latitudeStepDegrees: step,
        longitudeStepDegrees: step, rowCount: rows, columnCount: columns))
    for row in 0..<rows {
      for column in 0..<columns { map.losses[row * columns + column] = loss(row, column) }
    }
    return map
  }

  private static func random(
    _ generator: inout SeededGenerator, north: Double, west: Double, step: Double = 1.0 / 3600
  ) throws -> CoverageMap {
    let losses = (0..<29 * 37).map { _ in
      Int.random(in: 0..<5, using: &generator) == 0
        ? CoverageMap.nothing : Int16.random(in: 10_000...10_030, using: &generator)
    }
    return try map(north: north, west: west, step: step, rows: 29, columns: 37) { losses[$0 * 37 + $1] }
  }

  /// Post by post and map by map, as the words of the documentation have it.
  private static func expectNaive(
    _ union: CoverageUnion, _ maps: [(map: CoverageMap, radiated: Int)], _ label: String
  ) {
    var posts = 0
    for row in 0..<union.lattice.rowCount {
      for column in 0..<union.lattice.columnCount {
        let place = union.lattice.place(row: row, column: column)
        var (best, server, reach): (Int16?, UInt8, UInt8) = (nil, CoverageUnion.noServer, 0)
        for (number, (map, radiated)) in maps.enumerated() {
          guard let loss = map.loss(at: place) else { continue }
          let level = Int16(radiated - Int(loss))
          if Int(level) >= union.sensitivity { reach += 1 }
          if best.map({ level > $0 }) ?? true { (best, server) = (level, UInt8(number)) }
        }
        let post = row * union.lattice.columnCount + column
        #expect(union.levels[post] == best ?? CoverageUnion.nothing, "\(label): \(row), \(column)")
        #expect(union.servers[post] == server && union.reachCounts[post] == reach)
        #expect(union.server(at: post) == (reach > 0 ? Int(server) : nil))
        posts += best == nil ? 0 : 1
      }
    }
    #expect(posts > 100, "\(label)")
  }

  @Test func isWhatPostByPostGives() throws {
    var generator = SeededGenerator(seed: 11)
    let second = 1.0 / 3600
    for round in 0..<6 {
      var maps: [(map: CoverageMap, radiated: Int)] = []
      for number in 0..<(2 + round) {
        let north = 46 + Double(Int.random(in: -20...20, using: &generator)) * second
        let west = 10 + Double(Int.random(in: -25...25, using: &generator)) * second
        let step = number == 1 && round > 2 ? 3 * second : second
        maps.append((try Self.random(&generator, north: north, west: west, step: step), 3000 + 5 * number))
      }
      // Every post, then so few that posts are left out.
      for limit in [1_000_000, 700] {
        let lattice = try #require(PostLattice(covering: maps.map { $0.map }, postLimit: limit))
        #expect(lattice.rowCount * lattice.columnCount <= limit)
        var union = CoverageUnion(over: lattice, sensitivity: -7015)
        for (map, radiated) in maps { union.add(map, radiated: radiated) }
        Self.expectNaive(union, maps, "round \(round), \(limit) posts")
      }
    }
  }

  @Test func oneMapIsItself() throws {
    var generator = SeededGenerator(seed: 3)
    let map = try Self.random(&generator, north: 51, west: -0.5)
    let lattice = try #require(PostLattice(covering: [map], postLimit: 100_000))
    #expect(lattice.rowCount == map.rowCount && lattice.columnCount == map.columnCount)
    var union = CoverageUnion(over: lattice, sensitivity: -7010)
    union.add(map, radiated: 3000)
    #expect(
      union.levels == map.losses.map { $0 == CoverageMap.nothing ? CoverageUnion.nothing : 3000 - $0 })
  }

  @Test func theFirstOfEqualsServes() throws {
    let map = try Self.map(north: 1, west: 2, rows: 3, columns: 3) { _, _ in 9000 }
    let lattice = try #require(PostLattice(covering: [map, map], postLimit: 100))
    var union = CoverageUnion(over: lattice, sensitivity: -6000)
    union.add(map, radiated: 3000)
    union.add(map, radiated: 3000)
    #expect(union.servers.allSatisfy { $0 == 0 } && union.reachCounts.allSatisfy { $0 == 2 })
    // Exactly what is needed is enough; a hundredth less is not.
    var strict = CoverageUnion(over: lattice, sensitivity: -5999)
    strict.add(map, radiated: 3000)
    #expect(strict.server(at: 4) == nil && strict.levels[4] == -6000)
  }

  @Test func mapsOnBothSidesOfTheDateLineMeet() throws {
    let second = 1.0 / 3600
    let east = try Self.map(north: 0, west: 180 - 5 * second, rows: 4, columns: 11) { _, _ in 9000 }
    let west = try Self.map(north: 0, west: -180, rows: 4, columns: 11) { _, _ in 8000 }
    let lattice = try #require(PostLattice(covering: [east, west], postLimit: 10_000))
    #expect(lattice.rowCount == 4 && lattice.columnCount == 16)
    var union = CoverageUnion(over: lattice, sensitivity: -20_000)
    union.add(east, radiated: 0)
    union.add(west, radiated: 0)
    let first = Array(union.levels[..<16])
    let expected = [Int16](repeating: -9000, count: 5) + [Int16](repeating: -8000, count: 11)
    #expect(first == expected)
    #expect(Array(union.reachCounts[..<16]) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1])
  }

  @Test func levelsBeyondTheirUnitAreHeld() throws {
    let map = try Self.map(north: 1, west: 2, rows: 2, columns: 2) { _, _ in 32_000 }
    let lattice = try #require(PostLattice(covering: [map], postLimit: 100))
    var union = CoverageUnion(over: lattice, sensitivity: -40_000)
    union.add(map, radiated: -12_000)
    #expect(union.levels == [-32_767, -32_767, -32_767, -32_767] && union.servers == [0, 0, 0, 0])
  }

  @Test func withoutMapsThereIsNoLattice() throws {
    #expect(PostLattice(covering: [], postLimit: 100) == nil)
    let empty = try Self.map(north: 0, west: 0, rows: 0, columns: 0) { _, _ in 0 }
    #expect(PostLattice(covering: [empty], postLimit: 100) == nil)
  }
}
