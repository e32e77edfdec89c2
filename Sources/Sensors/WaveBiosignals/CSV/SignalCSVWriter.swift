import WaveText

/// A writer for a table of signals: a header `time,<label>…`, followed by a row for each sample.
///
/// Times are in seconds. Values are in the signal's unit, written with the fewest digits that identify the
/// same double. A missing sample is an empty cell. Lines end with LF, and commas separate cells. A label that
/// contains a comma, a quotation mark or a line end is quoted.
public struct SignalCSVWriter: Sendable {
  /// The bytes written since the last `removeBytes()`.
  public private(set) var bytes: [UInt8] = []
  private let rateHertz: Double
  private let startSeconds: Double
  private var sample: Int64 = 0

  /// Creates a writer and writes the header.
  ///
  /// - Parameters:
  ///   - labels: The labels of the signals, UTF-8; an empty one is replaced by the signal's number, such as
  ///     `signal 2`.
  ///   - rateHertz: The sample rate in hertz, above zero.
  ///   - startSeconds: The time of the first sample in seconds.
  public init(labels: [[UInt8]], rateHertz: Double, startSeconds: Double = 0) {
    self.rateHertz = rateHertz
    self.startSeconds = startSeconds
    bytes = Array("time".utf8)
    for (place, label) in labels.enumerated() {
      bytes.append(UInt8(ascii: ","))
      // Readers, including the one in this module, treat an empty last label as a trailing separator.
      let isBlank = label.allSatisfy { $0.isBlank }
      append(isBlank ? Array("signal ".utf8) + Array((place + 1).description.utf8) : label)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes a row for each sample.
  ///
  /// - Parameter values: The next samples of each signal, with the same number for every signal; NaN and
  ///   infinities count as missing.
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

  /// Skips rows, so that the time of the next row jumps ahead.
  ///
  /// - Parameter next: The number of the next sample; a number that is not greater than the current one has
  ///   no effect.
  public mutating func skip(to next: Int64) { sample = Swift.max(sample, next) }

  /// Returns the bytes written so far, and removes them.
  public mutating func removeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    bytes.reserveCapacity(taken.count)
    return taken
  }

  private mutating func append(_ value: Double) {
    if value.isFinite { bytes += ASCIIDecimal.shortest(value) }
  }

  private mutating func append(_ label: [UInt8]) {
    let special: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    guard label.contains(where: { special.contains($0) }) || label.first == UInt8(ascii: "'") else {
      bytes += label
      return
    }
    let mark = UInt8(ascii: "\"")
    bytes += [mark] + label.flatMap { $0 == mark ? [mark, mark] : [$0] } + [mark]
  }
}
