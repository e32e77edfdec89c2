public import WaveDataWire
import WaveWire

/// Cuts the lines of exported rows into parts of a message's size.
public struct RowExport: Sendable {
  /// The request's number.
  public let request: UInt16
  /// Number of cells that are not whole in the text.
  public private(set) var cutCount = 0
  private var bytes: [UInt8]
  private var done: UInt64 = 0
  private let total: UInt64
  private var isAtEnd = false

  /// Starts an export.
  ///
  /// - Parameters:
  ///   - request: The request's number.
  ///   - header: The first line.
  ///   - total: Number of rows to write, as far as it is known.
  public init(request: UInt16, header: [UInt8], total: UInt64) {
    self.request = request
    self.total = total
    bytes = header
  }

  /// Whether the next part lacks lines.
  public var needsLines: Bool { !isAtEnd && bytes.count < WireLimits.exportBytes }

  /// Appends lines.
  ///
  /// - Parameters:
  ///   - lines: The lines, each with its end.
  ///   - rowCount: Number of rows that are done with them, including those that no longer exist.
  ///   - cutCount: Number of cells that are not whole in the lines.
  public mutating func append(_ lines: [UInt8], rowCount: Int, cutCount: Int) {
    bytes += lines
    done += UInt64(rowCount)
    self.cutCount += cutCount
  }

  /// Notes that there are no more rows.
  public mutating func end() { isAtEnd = true }

  /// Removes and returns the next part; no other follows the last one.
  ///
  /// - Returns: Nil if it lacks lines.
  public mutating func next() -> ExportPart? {
    guard !needsLines else { return nil }
    let count = min(bytes.count, WireLimits.exportBytes)
    let isLast = isAtEnd && count == bytes.count
    defer { bytes.removeFirst(count) }
    return ExportPart(
      request: request, isLast: isLast, done: done, total: isLast ? done : max(total, done),
      bytes: Array(bytes[..<count]))
  }
}
