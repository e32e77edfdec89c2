import TestSupport
import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct CoverageResidualsTests {
  /// Two passes over all differences, as a textbook has it.
  @Test func numbersAreThoseOfTwoPasses() {
    var generator = SeededGenerator(seed: 21)
    var points = MeasuredPoints()
    var modelled: [Int?] = []
    for index in 0..<5000 {
      let level = index % 11 == 0 ? nil : Double.random(in: -130 ... -40, using: &generator)
      points.add(
        Coordinate(latitudeDegrees: Double(index) / 1000, longitudeDegrees: 7), decibelMilliwatts: level)
      modelled.append(index % 7 == 0 ? nil : Int.random(in: -12_000 ... -4000, using: &generator))
    }
    for floor in [nil, -11_800] as [Int?] {
      let residuals = CoverageResiduals(points, floor: floor) { place in
        modelled[Int((place.latitudeDegrees * 1000).rounded())]
      }
      var differences: [Double] = []
      var (outside, below, without) = (0, 0, 0)
      for index in 0..<points.count {
        guard let level = points.level(index) else {
          without += 1
          continue
        }
        guard let model = modelled[index] else {
          outside += 1
          continue
        }
        guard Int(level) >= floor ?? .min else {
          below += 1
          continue
        }
        differences.append(Double(Int(level) - model) / 100)
      }
      let mean = differences.reduce(0, +) / Double(differences.count)
      let variance = differences.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(differences.count)
      let square = differences.map { $0 * $0 }.reduce(0, +) / Double(differences.count)
      #expect(residuals.count == differences.count && residuals.count > 3000)
      #expect(residuals.outsideCount == outside && residuals.belowCount == below)
      #expect(residuals.levellessCount == without)
      #expect(abs(residuals.biasDecibels - mean) < 1e-9)
      #expect(abs(residuals.deviationDecibels - variance.squareRoot()) < 1e-9)
      #expect(abs(residuals.rootMeanSquareDecibels - square.squareRoot()) < 1e-9)
      #expect((below > 0) == (floor != nil))
    }
  }

  @Test func nothingIsNothing() {
    let residuals = CoverageResiduals(MeasuredPoints(), floor: nil) { _ in 0 }
    #expect(residuals.count == 0 && residuals.biasDecibels == 0)
    #expect(residuals.deviationDecibels == 0 && residuals.rootMeanSquareDecibels == 0)
  }

  @Test func pointsKeepTheirPlaces() {
    var points = MeasuredPoints()
    for (latitude, longitude, level) in [
      (46.123_456_7, 10.7, -87.25), (-90, 359.5, .nan), (90, -180, -999), (0, 180, 999),
    ] {
      let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
      let isTaken = points.add(place, decibelMilliwatts: level)
      #expect(isTaken)
    }
    for latitude in [91, Double.nan] {
      let isTaken = points.add(
        Coordinate(latitudeDegrees: latitude, longitudeDegrees: 0), decibelMilliwatts: 0)
      #expect(!isTaken)
    }
    #expect(points.latitudes == [461_234_567, -900_000_000, 900_000_000, 0])
    #expect(points.longitudes == [107_000_000, -5_000_000, -1_800_000_000, -1_800_000_000])
    #expect(points.level(0) == -8725 && points.level(1) == nil && points.level(2) == -30_000)
    #expect(points.levelCount == 3)
  }
}
