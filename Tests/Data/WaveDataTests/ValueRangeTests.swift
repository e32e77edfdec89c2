import Testing
import WaveDataWire
import WaveWire

@testable import WaveData

@Suite struct ValueRangeTests {
  @Test(
    arguments: [
      (0, 10, -0.5, 10.5), (3, 3, 2.5, 3.5), (1e9, 1e9, 1e9 - 1e3, 1e9 + 1e3), (.nan, 1, 0, 1),
      (1, .nan, 0, 1),
      (2, 1, 0, 1), (-.infinity, 1, 0, 1), (1e301, 1e301, 0, 1), (-1e308, 1e308, -1e300, 1e300),
    ] as [(Double, Double, Double, Double)])
  func valuesHaveALittleRoom(_ minimum: Double, _ maximum: Double, _ low: Double, _ high: Double) {
    #expect(ValueRange(minimum: minimum, maximum: maximum) == ValueRange(low: low, high: high))
  }

  @Test func aRangeIsCutAtTheLimitOfMessages() {
    let range = ValueRange(low: -.infinity, high: .infinity)
    #expect(range.low == -WireLimits.tableValue && range.high == WireLimits.tableValue)
    #expect(ValueRange(low: 2, high: 5).span == 3)
  }

  @Test func aRangeSaysWhetherItIsFourTimesAsWideAsAllValues() throws {
    let whole = ValueRange(low: 0, high: 10)
    let wide = try #require(ValueRange(low: 0, high: 20).scaled(by: 0.5, about: 0, of: whole))
    #expect(wide.range == ValueRange(low: 0, high: 40) && wide.isWide)
    let less = try #require(ValueRange(low: 0, high: 19).scaled(by: 0.5, about: 19, of: whole))
    #expect(less.range == ValueRange(low: -19, high: 19) && !less.isWide)
    #expect(whole.scaled(by: 1, about: 5, of: whole) == nil)
    #expect(whole.scaled(by: 1e6, about: 5, of: whole) == nil)
    #expect(whole.scaled(by: 0.9e6, about: 5, of: whole) != nil)
    #expect(whole.scaled(by: .nan, about: 5, of: whole) == nil)
    #expect(whole.scaled(by: 2, about: .nan, of: whole) == nil)
  }

  @Test func lessThanAMillionthOfAllValuesIsNoRange() throws {
    let whole = ValueRange(low: 0, high: 1e6)
    #expect(ValueRange(low: 0, high: 2).scaled(by: 2, about: 1, of: whole) == nil)
    let least = try #require(ValueRange(low: 0, high: 2.5).scaled(by: 2, about: 0, of: whole))
    #expect(least.range == ValueRange(low: 0, high: 1.25))
    for factor in [0, -1] {
      #expect(whole.scaled(by: Double(factor), about: 0, of: whole) == nil)
    }
  }

  @Test func whatDoublesCannotSeparateIsNoRange() {
    // A millionth of a millionth of 2e12 is 2.
    let whole = ValueRange(low: 2e12 - 8, high: 2e12)
    #expect(whole.scaled(by: 4, about: 2e12, of: whole) == nil)
    #expect(whole.scaled(by: 3, about: 2e12, of: whole) != nil)
    let below = ValueRange(low: -2e12, high: -2e12 + 8)
    #expect(below.scaled(by: 4, about: -2e12, of: below) == nil)
    #expect(below.scaled(by: 3, about: -2e12, of: below) != nil)
  }

  @Test func aValueScaledAboutStaysWhereItIs() throws {
    let whole = ValueRange(low: 0, high: 10)
    let next = try #require(ValueRange(low: 2, high: 6).scaled(by: 2, about: 3, of: whole))
    #expect(next.range == ValueRange(low: 2.5, high: 4.5) && !next.isWide)
  }
}
