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

  @Test(arguments: [
    // Ties of more than 19 digits, and just beside them; the last digit that counts is the 768th.
    "9007199254740993.00000000000000000000", "9007199254740993.00000000000000000001",
    "9007199254740992.99999999999999999999", "-9007199254740993.00000000000000000001",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000033306690738754696212708950042724609375",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203125" + String(repeating: "0", count: 800) + "1",
    "1.00000000000000011102230246251565404236316680908203125" + String(repeating: "0", count: 800),
    "0." + String(repeating: "0", count: 300) + "12345678901234567890123", "1234567890123456789",
    "1234567890123456789012e-340", "179769313486231580793728971405301e276", "9.5", "nan",
  ])
  func allDigitsCountWhereAllAreAskedFor(_ text: String) throws {
    let bytes = Array(text.utf8)
    let found = ASCIINumber.exactDouble(bytes.span, 0..<bytes.count)
    let expected = try #require(Double(text))
    #expect(found == expected || found?.isNaN == true && expected.isNaN)
  }

  @Test func longNumbersAreRoundedFromAllDigits() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let digits = (0..<Int.random(in: 17...40, using: &random)).map { _ in "\(random.next() % 10)" }.joined()
      let point = Int.random(in: 1..<digits.count, using: &random)
      let text =
        "\(digits.prefix(point)).\(digits.dropFirst(point))e\(Int.random(in: -300...280, using: &random))"
      let bytes = Array(text.utf8)
      #expect(ASCIINumber.exactDouble(bytes.span, 0..<bytes.count) == Double(text), "\(text)")
    }
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
