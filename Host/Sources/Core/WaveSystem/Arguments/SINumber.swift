import WaveUnits

/// A number as typed on a command line: `2.4M`, `99.5MHz`, `10k`, `1e6`.
public struct SINumber: Equatable, CustomStringConvertible, Sendable {
  /// The value with the suffix applied; always finite if it was read from text.
  public let value: Double

  /// Creates a number from its value.
  public init(_ value: Double) { self.value = value }

  /// The number as a user would type it: `915M`, `2.4k`, `50`.
  public var description: String {
    let (factor, suffix) =
      switch abs(value) {
      case 1e9...: (1e9, "G")
      case 1e6...: (1e6, "M")
      case 1e3...: (1e3, "k")
      default: (1.0, "")
      }
    let scaled = value / factor
    guard let whole = Int(exactly: scaled) else { return "\(scaled)\(suffix)" }
    return "\(whole)\(suffix)"
  }

  /// Creates a number from text with an optional SI suffix k, M, G or T, and an optional Hz.
  ///
  /// The suffix `m` (thousandths) is rejected, since users who write it usually mean a million.
  ///
  /// - Returns: Nil if the text is not a finite decimal number.
  public init?(text: String) {
    var rest = Substring(text)
    if rest.hasSuffix("Hz") || rest.hasSuffix("hz") { rest = rest.dropLast(2) }
    let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
    let factor = rest.last.flatMap { factors[$0] } ?? 1
    if factor > 1 { rest = rest.dropLast() }
    while rest.last == " " { rest = rest.dropLast() }
    let isDecimal = rest.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard isDecimal, let number = Double(rest), (number * factor).isFinite else { return nil }
    value = number * factor
  }
}
