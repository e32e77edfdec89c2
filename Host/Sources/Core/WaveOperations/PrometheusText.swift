/// A writer of lines in Prometheus' text format 0.0.4.
struct PrometheusText {
  /// The format's media type, for a Content-Type header.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  /// Appends the lines that precede a metric's samples: its help text, if any, and its type.
  mutating func begin(_ name: String, _ kind: PrometheusKind, help: String?) {
    if let help { text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n" }
    text += "# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Appends a sample.
  mutating func append(_ name: String, _ labels: PrometheusLabels, _ number: String) {
    text += name
    if !labels.names.isEmpty {
      let pairs = zip(labels.names, labels.values).map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
      text += "{" + pairs.joined(separator: ",") + "}"
    }
    text += " \(number)\n"
  }

  /// Returns a valid name: ASCII letters, digits and underscores, not starting with a digit; all other
  /// characters become underscores.
  static func name(_ name: String) -> String {
    let bytes = name.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: byte
      default: UInt8(ascii: "_")
      }
    }
    let isBad = bytes.first.map { (0x30...0x39).contains($0) } ?? true
    return (isBad ? "_" : "") + String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a number in the format that Go parses, which Prometheus requires.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    guard abs(value) < 1e15, let whole = Int64(exactly: value) else { return "\(value)" }
    return String(whole)
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension PrometheusFactory {
  /// The media type of the metrics' text, for a Content-Type header.
  public static var contentType: String { PrometheusText.contentType }
}
