import Foundation
import TestSupport
import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct ReachSharesTests {
  private static let transmitter = Coordinate(latitudeDegrees: 51.53, longitudeDegrees: 179.99)

  private static func plan(_ model: CoveragePlan.Model) -> CoveragePlan {
    CoveragePlan(transmitter: transmitter, frequencyHertz: 915e6, radiusMeters: 8000, model: model)
  }

  /// Losses at random, some missing, around a transmitter beside the date line.
  private static func map(rows: Int, columns: Int, seed: UInt64) throws -> CoverageMap {
    var generator = SeededGenerator(seed: seed)
    return try CoverageUnionTests.map(
      north: transmitter.latitudeDegrees + 0.06, west: transmitter.longitudeDegrees - 0.07,
      step: 0.12 / Double(rows), rows: rows, columns: columns
    ) { _, _ in
      Int.random(in: 0..<6, using: &generator) == 0
        ? CoverageMap.nothing : Int16.random(in: 9000...18_000, using: &generator)
    }
  }

  /// Each post alone: its length as a geodesic, and C's complementary error function.
  @Test(arguments: [CoveragePlan.Model.learned, .learnedPlain])
  func isWhatPostByPostGives(model: CoveragePlan.Model) throws {
    let plan = Self.plan(model)
    let map = try Self.map(rows: 61, columns: 73, seed: 9)
    let shares = ReachShares(map, of: plan, headroom: 13_500, postLimit: 1_000_000)
    #expect(shares.rowCount == 61 && shares.columnCount == 73 && shares.northWest == map.northWest)
    var seen: Set<Int16> = []
    for row in 0..<61 {
      for column in 0..<73 {
        let (loss, percent) = (map.losses[row * 73 + column], shares.percents[row * 73 + column])
        guard loss != CoverageMap.nothing else {
          #expect(percent == ReachShares.nothing)
          continue
        }
        let kilometers =
          Geodesic(from: Self.transmitter, to: map.place(row: row, column: column)).lengthMeters / 1000
        let decibels = Double(loss) / 100
        let free = 20 * log10(4 * Double.pi * kilometers * 1000 * plan.frequencyHertz / 299_792_458)
        let deviation = try #require(
          plan.learnedDeviation(kilometers: kilometers, excessDecibels: decibels - free))
        let share = 0.5 * erfc((decibels - 135) / deviation / 2.0.squareRoot())
        // Half a percent is rounded away; lengths differ in their fifth digit, deviations between knots in
        // their third.
        #expect(abs(Double(percent) - 100 * share) < 0.75, "\(row), \(column)")
        seen.insert(percent)
      }
    }
    #expect(seen.count > 40 && seen.contains(100))
  }

  /// Of a calibrated map the loss is that, and the deviation the model's own.
  @Test func calibrationMovesTheLossAlone() throws {
    let map = try Self.map(rows: 21, columns: 23, seed: 6)
    var calibrated = map
    for post in map.losses.indices where map.losses[post] != CoverageMap.nothing {
      calibrated.losses[post] += 700
    }
    let plan = Self.plan(.learned)
    let moved = ReachShares(map, calibrated: calibrated, of: plan, headroom: 13_700, postLimit: 1000)
    #expect(moved == ReachShares(map, of: plan, headroom: 13_000, postLimit: 1000))
    #expect(moved != ReachShares(calibrated, of: plan, headroom: 13_700, postLimit: 1000))
    // One of other posts is none of this map.
    let other = try Self.map(rows: 9, columns: 9, seed: 6)
    let whole = ReachShares(map, of: plan, headroom: 13_700, postLimit: 1000)
    #expect(ReachShares(map, calibrated: other, of: plan, headroom: 13_700, postLimit: 1000) == whole)
  }

  @Test func moreHeadroomIsNeverLessSure() throws {
    let map = try Self.map(rows: 21, columns: 23, seed: 4)
    let plan = Self.plan(.learned)
    let less = ReachShares(map, of: plan, headroom: 13_000, postLimit: 1000)
    let more = ReachShares(map, of: plan, headroom: 13_500, postLimit: 1000)
    for (a, b) in zip(less.percents, more.percents) { #expect(a <= b) }
    #expect(less != more)
    // What is just enough is as likely as not.
    let even = try #require(plan.reachProbability(loss: 130, kilometers: 3, headroom: 130))
    #expect(even == 0.5)
  }

  @Test(arguments: [
    CoveragePlan.Model.diffraction, .p1812, .irregularTerrain, .freeSpace, .hata, .extendedHata,
  ])
  func otherModelsClaimNothing(model: CoveragePlan.Model) throws {
    let plan = Self.plan(model)
    #expect(!plan.estimatesDeviation && plan.deviation(ofLoss: 120, kilometers: 3) == nil)
    let shares = ReachShares(
      try Self.map(rows: 9, columns: 9, seed: 1), of: plan, headroom: 13_000, postLimit: 1000)
    #expect(shares.percents.allSatisfy { $0 == ReachShares.nothing })
  }

  /// Of too many posts every so manieth is taken, and stays where it is.
  @Test(arguments: [1, 4, 100, 700, 4453])
  func postsAreLeftOutWhereTheyWouldBeTooMany(limit: Int) throws {
    let map = try Self.map(rows: 61, columns: 73, seed: 2)
    let plan = Self.plan(.learned)
    let whole = ReachShares(map, of: plan, headroom: 13_500, postLimit: 1_000_000)
    let some = ReachShares(map, of: plan, headroom: 13_500, postLimit: limit)
    #expect(some.percents.count == some.rowCount * some.columnCount && some.percents.count <= limit)
    let step = Int((some.latitudeStepDegrees / map.latitudeStepDegrees).rounded())
    for row in 0..<some.rowCount {
      for column in 0..<some.columnCount {
        let there = Int(whole.percents[row * step * 73 + column * step])
        // A place that is counted in longer steps differs in its last bits, which may turn a rounding.
        #expect(abs(Int(some.percents[row * some.columnCount + column]) - there) <= 1)
      }
    }
  }

  @Test func aMapWithoutPostsHasNone() {
    let empty = CoverageMap(
      PostLattice(
        northWest: Self.transmitter, latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.001, rowCount: 0,
        columnCount: 0))
    #expect(ReachShares(empty, of: Self.plan(.learned), headroom: 0, postLimit: 0).percents.isEmpty)
  }
}

@Suite struct DeviationTableTests {
  /// Between knots and beyond them the table agrees with the model.
  @Test(arguments: [CoveragePlan.Model.learned, .learnedPlain], [449e6, 915e6, 5.8e9])
  func agreesWithTheModel(model: CoveragePlan.Model, frequency: Double) throws {
    var plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 51.5, longitudeDegrees: -0.1), frequencyHertz: frequency,
      radiusMeters: 8000, model: model)
    plan.area = .suburban
    let table = try #require(DeviationTable(plan))
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<2000 {
      let decades = Double.random(in: -2.5...3.2, using: &generator)
      let excess = Double.random(in: -40...160, using: &generator)
      let there = try #require(table.deviation(decades: decades, excess: excess))
      let model = try #require(
        plan.learnedDeviation(kilometers: pow(10, decades), excessDecibels: excess))
      #expect(abs(there - model) < 0.12, "\(decades), \(excess)")
    }
    plan.model = .diffraction
    #expect(DeviationTable(plan) == nil)
  }
}
