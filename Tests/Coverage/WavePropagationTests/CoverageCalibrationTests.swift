import Foundation
import TestSupport
import Testing
import WaveUnits

@testable import WavePropagation

/// What make_calibration.py wrote.
private struct CalibrationFixture: Decodable {
  struct Made: Decodable {
    let offset: Double
    let squares: Int
    let side: Double
    let blocks: Int
    let plain: Double
    let withOffset: Double?
    let withLocal: Double?
    let radius: Double?
  }

  let name: String
  let latitudes: [Int]
  let longitudes: [Int]
  let differences: [Int]
  let made: Made
  let places: [[Double]]

  static func load() throws -> [CalibrationFixture] {
    let url = Repository.fixture("propagation/calibration.json")
    return try JSONDecoder().decode([CalibrationFixture].self, from: Data(contentsOf: url))
  }
}

@Suite struct CoverageCalibrationTests {
  private static let level = -5000

  private static func points(_ places: [(Double, Double)], _ differences: [Double]) -> MeasuredPoints {
    var points = MeasuredPoints()
    for ((latitude, longitude), difference) in zip(places, differences) {
      points.add(
        Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
        decibelMilliwatts: Double(level) / 100 + difference)
    }
    return points
  }

  private static func calibration(_ points: MeasuredPoints, floor: Int? = nil) -> CoverageCalibration? {
    CoverageCalibration(points, floor: floor) { _ in level }
  }

  private static func isNear(_ one: Double?, _ other: Double?, _ room: Double) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one - other) <= room
  }

  private static func gaussian(_ generator: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
  }

  /// Places in a box of some 12 km.
  private static func scattered(_ count: Int, _ generator: inout SeededGenerator) -> [(Double, Double)] {
    (0..<count).map { _ in
      (Double.random(in: 46.8...46.9, using: &generator), Double.random(in: 10...10.15, using: &generator))
    }
  }

  @Test func numbersAreThoseOfNumpy() throws {
    let cases = try CalibrationFixture.load()
    #expect(cases.count == 10 && cases.contains { $0.made.radius != nil })
    for one in cases {
      let places = zip(one.latitudes, one.longitudes).map { (Double($0) / 1e7, Double($1) / 1e7) }
      let points = Self.points(places, one.differences.map { Double($0) / 100 })
      #expect(points.count == one.latitudes.count)
      let made = try #require(Self.calibration(points))
      #expect(made.residuals.count == points.count)
      #expect(abs(made.offsetDecibels - one.made.offset) < 1e-9, "\(one.name)")
      #expect(made.squareCount == one.made.squares && made.blockCount == one.made.blocks, "\(one.name)")
      #expect(abs(made.squareMeters - one.made.side) < 1e-6, "\(one.name)")
      #expect(abs(made.plainDecibels - one.made.plain) < 1e-9, "\(one.name)")
      #expect(Self.isNear(made.offsetErrorDecibels, one.made.withOffset, 1e-9), "\(one.name)")
      #expect(Self.isNear(made.localErrorDecibels, one.made.withLocal, 1e-9), "\(one.name)")
      #expect(Self.isNear(made.localMeters, one.made.radius, 1e-6), "\(one.name)")
      for place in one.places {
        let correction = made.correction(
          at: Coordinate(latitudeDegrees: place[0], longitudeDegrees: place[1]))
        #expect(Self.isNear(correction, place[2], 1e-8), "\(one.name) \(place)")
      }
    }
  }

  /// The correction as a sum over all squares, at places that are nodes.
  @Test func nodesAreSumsOverAllSquares() throws {
    var generator = SeededGenerator(seed: 5)
    let places = Self.scattered(300, &generator)
    let differences = places.map { 300 * ($0.0 - 46.85) + Self.gaussian(&generator) }
    let points = Self.points(places, differences)
    let hundredths = (0..<points.count).map { Int32(points.level($0) ?? 0) - Int32(Self.level) }
    let cells = try #require(ResidualCells(points, hundredths))
    let radius = cells.plane.extentMeters / 8
    let local = LocalCorrection(cells, offset: 1, radiusMeters: radius)
    var most = 0.0
    for (row, column) in [(0, 0), (8, 8), (20, 13), (31, 40), (60, 60), (11, 70)] {
      let (x, y) = (Double(column - 8) * radius / 8, Double(row - 8) * radius / 8)
      var (sum, weights) = (0.0, 1.0)
      for cell in 0..<cells.count {
        let square = (pow(cells.x[cell] - x, 2) + pow(cells.y[cell] - y, 2)) / (radius * radius)
        guard square < 1 else { continue }
        sum += pow(1 - square, 2) * max(-30, min(30, cells.means[cell] - 1))
        weights += pow(1 - square, 2)
      }
      // A little beside the node, so that rounding cannot leave the last one.
      let at = (try #require(local.row(ofY: y + 1e-6)), try #require(local.column(ofX: x + 1e-6)))
      #expect(abs(local.value(at.0, at.1) - sum / weights) < 1e-6)
      most = max(most, abs(sum / weights))
    }
    #expect(most > 3)
    #expect(local.row(ofY: -radius - 1) == nil && local.column(ofX: cells.plane.widthMeters * 1.3) == nil)
  }

  @Test func constantDifferencesAreAnOffsetAndNoMore() throws {
    var generator = SeededGenerator(seed: 6)
    let places = Self.scattered(400, &generator)
    let made = try #require(Self.calibration(Self.points(places, places.map { _ in -7.25 })))
    #expect(made.offsetDecibels == -7.25 && made.plainDecibels == 7.25)
    #expect(made.localMeters == nil && made.squareCount > 300 && made.blockCount > 30)
    #expect(try #require(made.offsetErrorDecibels) < 1e-9)
    #expect(try #require(made.localErrorDecibels) < 1e-9)
    #expect(made.correction(at: Coordinate(latitudeDegrees: -80, longitudeDegrees: 200)) == -7.25)
    #expect(made.correction(at: Coordinate(latitudeDegrees: .nan, longitudeDegrees: 0)) == nil)
  }

  /// Of forty draws one may look like more than noise.
  @Test func noiseIsNotCorrected() throws {
    var generator = SeededGenerator(seed: 7)
    var passed = 0
    for _ in 0..<40 {
      let places = Self.scattered(Int.random(in: 40...200, using: &generator), &generator)
      let differences = places.map { _ in 7 * Self.gaussian(&generator) - 20 }
      let made = try #require(Self.calibration(Self.points(places, differences)))
      #expect(made.localErrorDecibels != nil && abs(made.offsetDecibels + 20) < 5)
      if made.localMeters != nil { passed += 1 }
    }
    #expect(passed <= 4)
  }

  @Test func aHillIsFoundAndItsGainIsWhatOthersSee() throws {
    var generator = SeededGenerator(seed: 8)
    func hill(_ place: (Double, Double)) -> Double {
      -6 + 15 * exp(-(pow((place.0 - 46.84) / 0.03, 2) + pow((place.1 - 10.06) / 0.04, 2)))
    }
    let places = Self.scattered(1500, &generator)
    let differences = places.map { hill($0) + 3 * Self.gaussian(&generator) }
    let made = try #require(Self.calibration(Self.points(places, differences)))
    let (offset, local) = (try #require(made.offsetErrorDecibels), try #require(made.localErrorDecibels))
    #expect(made.localMeters != nil && made.plainDecibels > offset && offset > local + 1)
    // Places that were not measured are as far off as reported, without the noise.
    let others = Self.scattered(500, &generator)
    var (before, after) = (0.0, 0.0)
    for place in others {
      let at = Coordinate(latitudeDegrees: place.0, longitudeDegrees: place.1)
      let correction = try #require(made.correction(at: at))
      before += pow(hill(place) - made.offsetDecibels, 2)
      after += pow(hill(place) - correction, 2)
    }
    let (plain, corrected) = ((before / 500).squareRoot(), (after / 500).squareRoot())
    #expect(corrected < 1.5 && plain > 2 * corrected)
    #expect(local * local - 9 < 1.5 * 1.5 + 1.5 && abs(offset * offset - 9 - plain * plain) < 3)
    // Far from all points there is the offset alone, and no step on the way.
    var last = made.offsetDecibels
    for step in 0...4000 {
      let at = Coordinate(latitudeDegrees: 46.84, longitudeDegrees: 9.9 + Double(step) * 1e-4)
      let correction = try #require(made.correction(at: at))
      if step > 0 { #expect(abs(correction - last) < 0.2) }
      last = correction
    }
    #expect(last == made.offsetDecibels)
  }

  /// A car that stands for an hour is one place.
  @Test func manyPointsAtAPlaceAreOne() throws {
    var generator = SeededGenerator(seed: 9)
    var places = Self.scattered(60, &generator)
    var differences = places.map { _ in -10 + Self.gaussian(&generator) }
    let without = try #require(Self.calibration(Self.points(places, differences)))
    places += [(Double, Double)](repeating: (46.85, 10.07), count: 3600)
    differences += [Double](repeating: 25, count: 3600)
    let with = try #require(Self.calibration(Self.points(places, differences)))
    #expect(with.squareCount == without.squareCount + 1 && with.residuals.count == 3660)
    #expect(abs(with.offsetDecibels - without.offsetDecibels) < 0.6)
  }

  @Test func noPointsAndOneAndThoseThatDoNotCount() throws {
    #expect(Self.calibration(MeasuredPoints()) == nil)
    var points = Self.points([(46.8, 10)], [-3.5])
    let one = try #require(Self.calibration(points))
    #expect(one.offsetDecibels == -3.5 && one.squareCount == 1 && one.offsetErrorDecibels == nil)
    #expect(one.localErrorDecibels == nil && one.localMeters == nil)
    #expect(Self.calibration(points, floor: 0) == nil)
    points.add(Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1), decibelMilliwatts: nil)
    points.add(Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.2), decibelMilliwatts: -140)
    points.add(Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 11), decibelMilliwatts: -70)
    func modelled(_ place: Coordinate) -> Int? { place.longitudeDegrees > 10.5 ? nil : Self.level }
    let counted = try #require(CoverageCalibration(points, floor: -12_000, modelled: modelled))
    #expect(counted.residuals == CoverageResiduals(points, floor: -12_000, modelled: modelled))
    #expect(counted.residuals.count == 1 && counted.residuals.belowCount == 1)
    #expect(counted.residuals.outsideCount == 1 && counted.residuals.levellessCount == 1)
    #expect(counted.offsetDecibels == -3.5)
  }

  @Test func resultsAreDescribedInWords() throws {
    var words: [String: (summary: String, gain: String, note: String)] = [:]
    for one in try CalibrationFixture.load() {
      let places = zip(one.latitudes, one.longitudes).map { (Double($0) / 1e7, Double($1) / 1e7) }
      let made = try #require(
        Self.calibration(Self.points(places, one.differences.map { Double($0) / 100 })))
      words[one.name] = (
        String(decoding: made.summary, as: UTF8.self), String(decoding: made.gain, as: UTF8.self),
        String(decoding: made.note, as: UTF8.self)
      )
    }
    let hill = try #require(words["hill"])
    #expect(hill.summary == "calibrated by 500 points: \u{2212}4.5 dB")
    #expect(
      hill.gain == "left out and predicted: 6.7 dB, with the offset 5.0 dB, with a local correction 4.2 dB")
    #expect(hill.note == "calibrated by 500 points: -4.5 dB; \(hill.gain)")
    #expect(
      words["noise 0"]?.gain.hasSuffix("with the offset 8.3 dB, a local correction gains nothing") == true)
    #expect(words["few"]?.gain.hasSuffix("1.9 dB, too few places for a local correction") == true)
    #expect(words["one"]?.summary == "calibrated by 1 point: \u{2212}12.5 dB")
    #expect(words["one"]?.gain.contains("its benefit is not known") == true)
  }

  /// Whatever is modelled, and wherever points lie, numbers are numbers.
  @Test func everythingIsFinite() throws {
    var generator = SeededGenerator(seed: 10)
    for round in 0..<40 {
      var points = MeasuredPoints()
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        let latitude: Double = round % 4 == 0 ? 90 : Double.random(in: -90...90, using: &generator)
        points.add(
          Coordinate(
            latitudeDegrees: latitude, longitudeDegrees: Double.random(in: -180...360, using: &generator)),
          decibelMilliwatts: Double.random(in: -1e9...1e9, using: &generator))
      }
      let extremes = [Int.min, .max, 0, -9000]
      let made = try #require(
        CoverageCalibration(points, floor: nil) { place in
          extremes[Int(abs(place.longitudeDegrees) * 1000) % 4]
        })
      #expect(made.offsetDecibels.isFinite && made.plainDecibels.isFinite)
      #expect((made.offsetErrorDecibels ?? 0).isFinite && (made.localErrorDecibels ?? 0).isFinite)
      for _ in 0..<20 {
        let place = Coordinate(
          latitudeDegrees: Double.random(in: -90...90, using: &generator),
          longitudeDegrees: Double.random(in: -180...360, using: &generator))
        #expect(try #require(made.correction(at: place)).isFinite)
      }
    }
  }

  /// A map's posts have what single places have, to 0.01 dB; below 0 dB and beyond what is known nothing
  /// changes.
  @Test func aMapIsCorrectedPostByPost() throws {
    var generator = SeededGenerator(seed: 11)
    let places = Self.scattered(900, &generator)
    let differences = places.map { 200 * ($0.0 - 46.85) - 150 * ($0.1 - 10.07) + Self.gaussian(&generator) }
    let made = try #require(Self.calibration(Self.points(places, differences)))
    #expect(made.localMeters != nil)
    let map = try CoverageUnionTests.map(north: 46.93, west: 9.97, step: 0.001, rows: 170, columns: 230) {
      row, column in
      let post = row * 230 + column
      if post % 5 == 0 { return CoverageMap.nothing }
      return post < 2000 ? Int16(post % 40) : Int16.random(in: 0...32_000, using: &generator)
    }
    let next = made.calibrated(map)
    #expect(next.losses.count == map.losses.count && next.northWest == map.northWest)
    var held = 0
    for row in 0..<map.rowCount {
      for column in 0..<map.columnCount {
        let post = row * map.columnCount + column
        guard map.losses[post] != CoverageMap.nothing else {
          #expect(next.losses[post] == CoverageMap.nothing)
          continue
        }
        let correction = try #require(made.correction(at: map.place(row: row, column: column)))
        let loss = (Double(map.losses[post]) - 100 * correction).rounded()
        #expect(Double(next.losses[post]) == max(0, min(32_000, loss)))
        if loss < 0 || loss > 32_000 { held += 1 }
      }
    }
    #expect(held > 0)
  }
}
