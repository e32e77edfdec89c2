import Testing
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct FieldEntryTests {
  private static func entry(
    _ text: String, _ field: CoverageField, model: CoveragePlan.Model = .p1812
  ) -> FieldEntry {
    FieldEntry(Array(text.utf8), in: field, of: Samples.plan(model))
  }

  /// What an entry changes of a plan; nil where it is refused, or is no change of a plan.
  private static func edit(
    _ text: String, _ field: CoverageField, model: CoveragePlan.Model = .p1812
  ) -> PlanEdit? {
    if case .edit(let edit) = entry(text, field, model: model) { edit } else { nil }
  }

  private static func isRefused(_ text: String, _ field: CoverageField) -> Bool {
    if case .refused = entry(text, field) { true } else { false }
  }

  @Test func lengthsAreKilometersUnlessMetersAreSaid() {
    #expect(Self.edit("0.1", .radius) == .radius(100) && Self.edit("1000 km", .radius) == .radius(1e6))
    #expect(Self.edit("800 M", .radius) == .radius(800))
    for text in ["0.0999", "1000.001", "99 m", "5 cm", "", "nan"] {
      #expect(Self.isRefused(text, .radius), "\(text)")
    }
  }

  @Test func frequenciesHaveTheUnitOfTheOneBefore() {
    #expect(Self.edit("868", .frequency) == .frequency(868e6))
    #expect(Self.edit("1 MHz", .frequency) == .frequency(1e6))
    #expect(Self.edit("100 GHz", .frequency) == .frequency(100e9))
    for text in ["0.999 MHz", "100.001 GHz", "0", "-5", "x"] {
      #expect(Self.isRefused(text, .frequency), "\(text)")
    }
  }

  @Test func heightsAndSharesHaveLimits() {
    #expect(Self.edit("3000", .transmitterHeight) == .transmitterHeight(3000))
    #expect(Self.edit("0.5 m", .receiverHeight) == .receiverHeight(0.5))
    #expect(Self.edit("1", .timePercent) == .timePercent(1))
    #expect(Self.edit("50 ", .timePercent) == .timePercent(50))
    #expect(Self.edit("99", .locationPercent) == .locationPercent(99))
    for (text, field) in [
      ("0", CoverageField.transmitterHeight), ("3000.1", .receiverHeight), ("-1", .receiverHeight),
      ("0.5", .timePercent), ("51", .timePercent), ("0", .locationPercent), ("99.5", .locationPercent),
      ("5 %", .timePercent), ("5 7", .transmitterHeight),
    ] {
      #expect(Self.isRefused(text, field), "\(text)")
    }
    #expect(Self.edit("51", .timePercent, model: .irregularTerrain) == .timePercent(51))
  }

  @Test func levelsHaveLimits() {
    func level(_ text: String, _ field: CoverageField) -> Double? {
      switch Self.entry(text, field) {
      case .power(let level), .sensitivity(let level): level
      default: nil
      }
    }
    #expect(level("120", .power) == 120 && level("-120 dBm", .power) == -120)
    #expect(level("120.1", .power) == nil && level("-120.1", .power) == nil)
    #expect(level("-200", .sensitivity) == -200 && level("50", .sensitivity) == 50)
    #expect(level("-200.1", .sensitivity) == nil && level("50.1", .sensitivity) == nil)
  }

  @Test func aFloorCanBeNone() {
    func floor(_ text: String) -> Int?? {
      if case .floor(let level) = Self.entry(text, .measuredFloor) { level } else { .none }
    }
    #expect(floor("") == .some(nil) && floor("  ") == .some(nil))
    #expect(floor("-85.5 dBm") == .some(-8550) && floor("300") == .some(30_000))
    #expect(floor("300.1") == .none && floor("x") == .none)
  }

  @Test func placesAreTwoNumbers() {
    guard case .place(let place) = Self.entry("46.81, 10.12", .place) else {
      Issue.record("no place")
      return
    }
    #expect(place == Coordinate(latitudeDegrees: 46.81, longitudeDegrees: 10.12))
    for text in ["46.81", "91, 10", "1 2 3", ""] { #expect(Self.isRefused(text, .place), "\(text)") }
  }

  @Test func theSliderHasStopsBetweenItsEnds() {
    #expect(RadiusSlider.meters(atStop: 0) == 1000 && RadiusSlider.meters(atStop: -1) == 1000)
    #expect(RadiusSlider.meters(atStop: 20) == 100_000 && RadiusSlider.meters(atStop: 21) == 100_000)
    #expect(RadiusSlider.meters(at: 0) == 1000 && RadiusSlider.meters(at: -3) == 1000)
    #expect(RadiusSlider.meters(at: 1) == 100_000 && RadiusSlider.meters(at: 7) == 100_000)
    #expect(RadiusSlider.meters(at: 0.5) == 15_000 && RadiusSlider.meters(at: 0.51) == 15_000)
    #expect(RadiusSlider.meters(at: .nan) == nil && RadiusSlider.meters(at: .infinity) == nil)
    #expect(RadiusSlider.stop(nearestTo: 1) == 0 && RadiusSlider.stop(nearestTo: 1e9) == 20)
    #expect(RadiusSlider.stop(nearestTo: 12_400) == 9 && RadiusSlider.stop(nearestTo: 12_600) == 10)
    for stop in RadiusSlider.stops.indices {
      #expect(RadiusSlider.stop(nearestTo: RadiusSlider.meters(atStop: stop)) == stop)
    }
  }
}
