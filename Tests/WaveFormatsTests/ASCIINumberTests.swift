import Foundation
import TestSupport
import Testing
import WaveFormats

@Suite struct ASCIINumberTests {
  private func read(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return ASCIINumber.double(bytes.span, 0..<bytes.count)
  }

  @Test(arguments: [
    "0", "-0", "7", "-31.25", "+12.5", ".5", "5.", "1e3", "1E-3", "-1.25e+2", "90001563", "5208.33", "1e22",
    "123456789012345", "0.000001",
  ])
  func readsAsFoundationDoes(_ text: String) throws {
    let expected = try #require(Double(text))
    let value = try #require(read(text))
    #expect(value.bitPattern == expected.bitPattern)
  }

  @Test(arguments: [
    "", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "1,5", "0x10", "--1", "1 ", " 1", "nano", "in", "infin",
    "1f",
    "\u{0}", "٣",
  ])
  func refuses(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test func readsWhatIsNotFinite() throws {
    #expect(try #require(read("nan")).isNaN)
    #expect(try #require(read("-NaN")).isNaN)
    #expect(read("inf") == .infinity)
    #expect(read("-Infinity") == -.infinity)
    #expect(read("1e999") == .infinity)
    #expect(read("-1e99999999999999999999") == -.infinity)
    #expect(read("1e-999") == 0)
  }

  @Test func roundsTwoDecimalsExactly() throws {
    for hundredths in stride(from: -20_000, through: 20_000, by: 7) {
      let text = String(format: "%.2f", Double(hundredths) / 100)
      #expect(read(text) == Double(text))
    }
  }

  @Test func staysWithinTwoUnitsForLongNumbers() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let exponent = Int.random(in: -280...280, using: &random)
      let text = "\(UInt64.random(in: 1...UInt64.max, using: &random))e\(exponent)"
      let expected = try #require(Double(text))
      let value = try #require(read(text))
      // One rounding for every factor of 10^22, and 19 digits kept.
      let roundings = 2 + Double(abs(exponent) / 22)
      #expect(abs(value - expected) <= roundings * expected.ulp)
    }
  }

  @Test func staysWithinTheBytesGiven() {
    func read(_ range: Range<Int>) -> Double? {
      let bytes = Array("12345".utf8)
      return ASCIINumber.double(bytes.span, range)
    }
    #expect(read(1..<3) == 23)
    #expect(read(3..<9) == nil)
    #expect(read(2..<2) == nil)
  }
}
