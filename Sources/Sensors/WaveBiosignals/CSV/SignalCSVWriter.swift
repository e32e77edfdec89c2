/// Writes a table of signals: a header `time,<label>…`, then a row for each sample.
///
/// Times are in seconds. A value is in its unit, with the fewest digits that give the same double when read.
/// A missing sample is an empty cell. Lines end with LF, and commas separate cells. A label with a comma, a
/// quotation mark or a line end is enclosed in quotation marks.
public struct SignalCSVWriter: Sendable {
  /// The bytes written since the last `removeBytes()`.
  public private(set) var bytes: [UInt8] = []
  private let rateHertz: Double
  private let startSeconds: Double
  private var sample: Int64 = 0

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - labels: The labels of the signals, UTF-8; an empty one becomes the signal's number, such as
  ///     `signal 2`.
  ///   - rateHertz: The sample rate, above zero.
  ///   - startSeconds: The time of the first sample.
  public init(labels: [[UInt8]], rateHertz: Double, startSeconds: Double = 0) {
    self.rateHertz = rateHertz
    self.startSeconds = startSeconds
    bytes = Array("time".utf8)
    for (place, label) in labels.enumerated() {
      bytes.append(UInt8(ascii: ","))
      // Readers, including this module's, take an empty last cell for an extra separator.
      let isBlank = label.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      append(isBlank ? Array("signal ".utf8) + Array((place + 1).description.utf8) : label)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes rows.
  ///
  /// - Parameter values: The next samples of each signal, the same number of each; NaN and infinities are
  ///   missing.
  /// - Complexity: O(samples); allocates as ``bytes`` grows.
  public mutating func append(_ values: [[Double]]) {
    let count = values.map { $0.count }.min() ?? 0
    for index in 0..<count {
      append(startSeconds + Double(sample) / rateHertz)
      sample += 1
      for channel in values {
        bytes.append(UInt8(ascii: ","))
        append(channel[index])
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Leaves out rows, so that times jump to the next row.
  ///
  /// - Parameter next: The number of the next sample; an earlier one changes nothing.
  public mutating func skip(to next: Int64) { sample = Swift.max(sample, next) }

  /// Returns the bytes written, and removes them.
  public mutating func removeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    bytes.reserveCapacity(taken.count)
    return taken
  }

  private mutating func append(_ value: Double) {
    guard value.isFinite else { return }
    let text = Array(value.description.utf8)
    let isWhole =
      text.count > 2 && text[text.count - 2] == UInt8(ascii: ".") && text[text.count - 1] == UInt8(ascii: "0")
    bytes += isWhole ? text.dropLast(2) : text[...]
  }

  private mutating func append(_ label: [UInt8]) {
    let special: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    guard label.contains(where: { special.contains($0) }) || label.first == UInt8(ascii: "'") else {
      bytes += label
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in label {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
