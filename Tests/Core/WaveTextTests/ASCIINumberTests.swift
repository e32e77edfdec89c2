import Foundation
import TestSupport
import Testing
import WaveText

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

  @Test func roundsLongNumbersCorrectly() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let exponent = Int.random(in: -345...310, using: &random)
      let digits = UInt64.random(in: 1...9_999_999_999_999_999_999, using: &random)
      let text = "\(digits >> UInt64.random(in: 0...60, using: &random))e\(exponent)"
      #expect(read(text) == Double(text), "\(text)")
    }
  }

  @Test(arguments: [
    // Ties and near ties, the ends of the range, and what is between zero and the least.
    "9007199254740993", "9007199254740995", "9007199254740993e10", "1.7976931348623158e308",
    "1.7976931348623159e308",
    "2.2250738585072011e-308", "2.2250738585072014e-308", "4.9e-324", "2.4703282292062328e-324",
    "2.4703282292062327e-324", "6.9294956446009195e15", "-122.41941550000001", "0.1234567890123456789",
  ])
  func roundsHardCasesCorrectly(_ text: String) {
    #expect(read(text) == Double(text))
  }

  @Test func doublesSurviveTheirText() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(read(value.description) == value)
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
