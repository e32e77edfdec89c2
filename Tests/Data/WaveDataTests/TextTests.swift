import Testing
import WaveDataWire

@testable import WaveData

@Suite struct TextTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: [
    (0.0, "0"), (-2.78, "−2.78"), (3405, "3405"), (0.1, "0.1"), (1.0 / 3, "0.333333333333333"),
    (1e20, "1e20"),
    (-3.938449568, "−3.938449568"), (1.5e-9, "1.5e−9"), (.infinity, "∞"), (-.infinity, "−∞"), (.nan, "NaN"),
    (123_456_789.125, "123456789.125"),
    (96.71843600188503, "96.7184360018850"), (0.00012345678901234567, "0.000123456789012346"),
  ])
  func aValueIsShownWithAllItsDigits(_ value: Double, _ expected: String) {
    #expect(text(Texts.exact(value)) == expected)
  }

  @Test(arguments: [
    (12.3456, "12.35"), (0.0123456, "0.01235"), (1_234_567, "1234567"), (2e9, "2e9"), (-0.5, "−0.5"),
    (10, "10"),
    (1.5e-7, "1.5e−7"), (1e-4, "0.0001"), (9.99e-5, "9.99e−5"), (999_999_999, "999999999"), (1e9, "1e9"),
    (0, "0"), (.nan, "–"), (-.infinity, "–"), (9.9999, "10"), (1, "1"), (0.5, "0.5"),
  ])
  func anAxisIsLabelledBriefly(_ value: Double, _ expected: String) {
    #expect(text(Texts.brief(value)) == expected)
  }

  @Test(arguments: [
    (800_000_000.0, 2e8, 2e9, "8e8"), (1e9, 2e8, 2e9, "1e9"), (1_200_000_000, 2e8, 2e9, "1.2e9"),
    (0, 2e8, 2e9, "0"), (8_870_300_020, 20, 8_870_300_100, "8.87030002e9"),
    (123_456.79, 0.01, 123_456.9, "123456.79"),
    (-5, 5, 20, "−5"), (0.3, 0.1, 0.9, "0.3"), (2e-6, 1e-6, 5e-6, "2e−6"),
    (999_999_900, 50, 999_999_999, "999999900"),
    (1e300, 1e299, 2e300, "1e300"), (123_456_789.123_456_789, 1e-9, 123_456_790, "123456789.123457"),
  ])
  func labelsOfAnAxisDifferAndHaveOneForm(
    _ value: Double, _ step: Double, _ farthest: Double, _ expected: String
  ) {
    #expect(text(Texts.label(value, step: step, farthest: farthest)) == expected)
  }

  @Test(arguments: [
    (UInt64(0), UInt64(1000), "0 %"), (1, 1001, "< 0.1 %"), (1, 1000, "0.1 %"), (0, 0, "0 %"),
    (994, 10_000, "9.9 %"), (995, 10_000, "10 %"), (1, 1, "100 %"),
  ])
  func sharesAreInPercent(_ count: UInt64, _ total: UInt64, _ expected: String) {
    #expect(text(Texts.percent(count, of: total)) == expected)
  }

  @Test(arguments: [
    (TableCells.Cell.null, "NULL"), (.integer(-5), "−5"), (.real(0.5), "0.5"), (.text([0x78]), "x"),
    (.text([]), "“”"), (.bytes(1), "1 byte"), (.bytes(1200), "1,200 bytes"),
  ])
  func cellsAreAsInTheTable(_ cell: TableCells.Cell, _ expected: String) {
    #expect(text(Texts.cell(cell)) == expected)
  }

  @Test(arguments: [
    (59e6, "1970-01-01 00:00:00"), (60e6, "1970-01-01 00:00"), (86_399e6, "1970-01-01 00:00"),
    (86_400e6, "1970-01-01"), (2_419_199e6, "1970-01-01"), (2_419_200e6, "1970-01"),
    (1e6, "1970-01-01 00:00:00"), (999_999, "1970-01-01 00:00:00.000"), (1000, "1970-01-01 00:00:00.000"),
    (999, "1970-01-01 00:00:00.000000"),
  ])
  func aMomentHasAsManyDigitsAsItsStepNeeds(_ step: Double, _ expected: String) {
    #expect(text(Texts.moment(microseconds: 0, stepMicroseconds: step)) == expected)
  }

  @Test func momentsTooFarAwayAreADash() {
    #expect(text(Texts.moment(microseconds: 9e15, stepMicroseconds: 1)) == "–")
    #expect(text(Texts.moment(microseconds: -9e15, stepMicroseconds: 1)) == "–")
    #expect(text(Texts.moment(microseconds: 8.9e15, stepMicroseconds: 3e12)) == "2252-01")
    #expect(text(Texts.moment(microseconds: .nan, stepMicroseconds: 1)) == "–")
  }

  @Test(arguments: [(UInt64(0), "0"), (999, "999"), (1000, "1,000"), (1_700_000, "1,700,000")])
  func digitsStandInGroups(_ value: UInt64, _ expected: String) {
    #expect(text(Texts.grouped(value)) == expected)
  }

  /// Moments by Python: datetime.fromtimestamp(t, UTC).
  @Test(arguments: [
    (0.0, "1970-01-01 00:00:00.000000"), (951_782_400_000_000, "2000-02-29 00:00:00.000000"),
    (-1_000_000, "1969-12-31 23:59:59.000000"), (1_795_291_200_123_456, "2026-11-21 20:00:00.123456"),
  ])
  func momentsAreThoseOfTheCalendar(_ microseconds: Double, _ expected: String) {
    #expect(text(Texts.moment(microseconds: microseconds, stepMicroseconds: 1)) == expected)
  }

  @Test(arguments: [
    (951_782_400_000_000.0, "2000-02-29"), (951_782_460_000_000, "2000-02-29 00:01:00"),
    (951_782_460_250_000, "2000-02-29 00:01:00.250"), (951_782_460_250_001, "2000-02-29 00:01:00.250001"),
  ])
  func anInstantHasTheDigitsThatItNeeds(_ microseconds: Double, _ expected: String) {
    #expect(text(Texts.instant(microseconds: microseconds)) == expected)
  }
}
