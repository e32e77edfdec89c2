import TestSupport
import Testing
import WaveUnits

@Suite struct TextWriterTests {
  private func written(_ value: Double, _ decimals: Int) -> String {
    var text = TextWriter()
    text.append(value, decimals: decimals)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0.0, 0, "0"), (-0.04, 1, "0.0"), (-0.06, 1, "−0.1"), (99.5, 2, "99.50"), (-29.4, 1, "−29.4"),
    (1234.5, 0, "1235"),
    (0.05, 1, "0.1"), (.nan, 1, "–"), (.infinity, 1, "∞"), (-.infinity, 0, "−∞"),
    (1e14, 0, "100000000000000"),
  ]) func decimals(value: Double, decimals: Int, expected: String) {
    #expect(written(value, decimals) == expected)
  }

  @Test func agreesWithExactArithmetic() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let centi = Int.random(in: -10_000_000...10_000_000, using: &generator)
      let sign = centi < 0 ? "−" : ""
      let fraction = centi.magnitude % 100
      let expected = "\(sign)\(centi.magnitude / 100).\(fraction < 10 ? "0" : "")\(fraction)"
      #expect(written(Double(centi) / 100, 2) == expected)
    }
  }

  @Test func integersPad() {
    var text = TextWriter()
    text.append(integer: 7, digits: 2)
    text.append(":")
    text.append(integer: -120)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "07:−120")
  }

  @Test func literalsHoldValues() {
    let name: [UInt8] = [0x41, 0x42]
    let text: TextWriter =
      "\(name): \(-3) of \(Int64.max)\(name.isEmpty ? "?" : "!") \(2.25, decimals: 1) µV"
    #expect(String(decoding: text.bytes, as: UTF8.self) == "AB: −3 of 9223372036854775807! 2.3 µV")
    #expect(TextWriter("plain") == "plain" && TextWriter("").bytes.isEmpty)
  }

  @Test(arguments: [
    (99.5e6, 1e4, "99.50 MHz"), (100e6, 1e6, "100 MHz"), (1.5e9, 1e3, "1.500000 GHz"), (0, 1, "0 Hz"),
    (12_500, 100, "12.5 kHz"),
  ]) func frequencies(hertz: Double, step: Double, expected: String) {
    #expect(String(decoding: FrequencyText.bytes(hertz: hertz, stepHertz: step), as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("99.5", 99.5e6), ("99,5", 99.5e6), ("99.5M", 99.5e6), (" 99.5 MHz ", 99.5e6), ("100k", 1e5),
    ("100 kHz", 1e5), ("1.2G", 1.2e9),
    ("5 Hz", 5), ("−3", -3e6), ("+3", 3e6),
  ]) func typedFrequencies(text: String, expected: Double) {
    #expect(FrequencyText.hertz(from: Array(text.utf8), factor: 1e6) == expected)
  }

  @Test(arguments: ["", "abc", "1.2.3", "5 apples", "MHz", "-", "99.5 MMHz"]) func whatIsNoFrequency(
    text: String
  ) {
    #expect(FrequencyText.hertz(from: Array(text.utf8), factor: 1e6) == nil)
  }
}
