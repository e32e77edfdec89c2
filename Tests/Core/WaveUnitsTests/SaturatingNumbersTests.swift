import Testing
import WaveUnits

@Suite struct SaturatingNumbersTests {
  @Test func everyDoubleBecomesAnInteger() {
    let numbers: [Double] = [
      0, -0.0, 0.5, -0.5, 0.999, -0.999, 1, -1, 127, 128, -128, -129, 255, 256, 32_767.5,
      2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, 0x1p53, 0x1p53 + 2,
      9_223_372_036_854_774_784, 0x1p63, -0x1p63,
      -9_223_372_036_854_777_856, 0x1p64, 18_446_744_073_709_549_568, 1e300, -1e300, .infinity, -.infinity,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    for number in numbers {
      check(Int8.self, number)
      check(UInt8.self, number)
      check(Int16.self, number)
      check(UInt16.self, number)
      check(Int32.self, number)
      check(UInt32.self, number)
      check(Int64.self, number)
      check(UInt64.self, number)
      check(Int.self, number)
    }
    #expect(Int(saturating: Double.nan) == 0)
    #expect(UInt8(saturating: Float.nan) == 0)
    #expect(Int32(saturating: Float.infinity) == .max)
    #expect(Int32(saturating: Float(-2.75)) == -2)
  }

  /// The standard library's exact conversion of the truncated number decides what is inside.
  private func check<Number: FixedWidthInteger>(_: Number.Type, _ number: Double) {
    let expected = Number(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    #expect(Number(saturating: number) == expected, "\(number) as \(Number.self)")
  }

  @Test func sumsAndProductsStopAtTheEnds() {
    // Every pair of a small type, beside arithmetic that has room for all.
    for left in Int8.min...Int8.max {
      for right in Int8.min...Int8.max {
        let (a, b) = (Int(left), Int(right))
        let sums = Int(left.saturatingAdding(right)) == clamped(a + b)
        let differences = Int(left.saturatingSubtracting(right)) == clamped(a - b)
        let products = Int(left.saturatingMultiplying(by: right)) == clamped(a * b)
        if !(sums && differences && products) { Issue.record("\(left), \(right)") }
      }
    }
    #expect(UInt8(200).saturatingAdding(100) == 255)
    #expect(UInt8(100).saturatingSubtracting(200) == 0)
    #expect(UInt8(100).saturatingMultiplying(by: 3) == 255)
    #expect([Int.max, 1, -1].saturatingSum() == .max - 1)
    #expect([UInt64]().saturatingSum() == 0)
  }

  private func clamped(_ value: Int) -> Int { Swift.max(-128, Swift.min(127, value)) }
}
