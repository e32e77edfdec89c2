import Foundation
import WaveSystem

/// Writes to standard output, either text for people or one JSON object for programs.
enum Output {
  /// Writes lines; ends the process if they cannot be written.
  static func write(_ lines: [String]) { writeText(lines.joined(separator: "\n") + "\n") }

  /// Writes lines that are not essential, such as status messages of a server, ignoring errors.
  static func writeIgnoringErrors(_ lines: [String]) {
    _ = StandardFiles.writeText(lines.joined(separator: "\n") + "\n", to: STDOUT_FILENO)
  }

  /// Writes text; on failure, ends the process with an error message, or silently if the reader, such as
  /// `head`, has closed the pipe.
  private static func writeText(_ text: String) {
    guard let fault = StandardFiles.writeText(text, to: STDOUT_FILENO) else { return }
    let code = CommandFailure.Code.inputOutput
    if fault != EPIPE {
      let reason = String(cString: strerror(fault))
      StandardFiles.say(
        "cannot write to standard output (\(reason)). Free some space, or write to another place")
    }
    exit(code.rawValue)
  }

  /// Writes a value as JSON, with keys in alphabetical order.
  static func write(json value: some Encodable) throws(CommandFailure) {
    let text: String
    do { text = String(decoding: try json(value), as: UTF8.self) } catch {
      throw CommandFailure(.data, "a result is not a number: \(error)")
    }
    writeText(text + "\n")
  }

  /// Writes a file atomically.
  static func write(_ bytes: [UInt8], to path: String, isReplacing: Bool) throws(CommandFailure) {
    let file = try FileError.asFailure(PartFile(path: path, isReplacing: isReplacing))
    try FileError.asFailure(file.append(bytes))
    try FileError.asFailure(file.finish())
    try FileError.asFailure(file.commit())
  }

  /// Creates a folder unless it exists.
  static func makeFolder(_ path: String) throws(CommandFailure) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw CommandFailure(FileError(path: path, cause: .notWritable))
    }
  }

  static func json(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// Returns labels and values as aligned lines, omitting rows whose value is nil.
  static func table(_ rows: [(String, String?)]) -> [String] {
    let shown = rows.compactMap { label, value in value.map { (label, $0) } }
    let width = shown.map(\.0.count).max() ?? 0
    return shown.map { $0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $1 }
  }

  /// Returns a frequency with an SI-prefixed unit and up to six decimals.
  static func frequency(_ hertz: Double) -> String {
    let scales: [(Double, String)] = [(1e9, "GHz"), (1e6, "MHz"), (1e3, "kHz")]
    guard let (scale, unit) = scales.first(where: { abs(hertz) >= $0.0 }) else {
      return "\(number(hertz, 3)) Hz"
    }
    return "\(number(hertz / scale, 6)) \(unit)"
  }

  /// Returns a number rounded to at most the given number of decimals, without trailing zeros, and zero
  /// without a sign.
  static func number(_ value: Double, _ decimals: Int) -> String {
    var text = String(format: "%.\(decimals)f", value)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }
}
