public import WaveDataWire
import WaveWire

/// An export in progress, which splits lines of CSV into parts that fit in a message.
public struct RowExport: Sendable {
  /// The number of the client's request.
  public let request: UInt16
  /// The number of cells whose text was truncated.
  public private(set) var cutCount = 0
  private var bytes: [UInt8]
  private var done: UInt64 = 0
  private let total: UInt64
  private var isAtEnd = false

  /// Starts an export.
  ///
  /// - Parameters:
  ///   - request: The number of the client's request.
  ///   - header: The header line.
  ///   - total: The total number of rows to export, as currently known.
  public init(request: UInt16, header: [UInt8], total: UInt64) {
    self.request = request
    self.total = total
    bytes = header
  }

  /// Whether more lines are needed before the next part can be sent.
  public var needsLines: Bool { !isAtEnd && bytes.count < WireLimits.exportBytes }

  /// Appends lines.
  ///
  /// - Parameters:
  ///   - lines: The lines, each with its line ending.
  ///   - rowCount: The number of rows processed for these lines, including rows that no longer exist.
  ///   - cutCount: The number of cells in these lines whose text was truncated.
  public mutating func append(_ lines: [UInt8], rowCount: Int, cutCount: Int) {
    bytes += lines
    done += UInt64(rowCount)
    self.cutCount += cutCount
  }

  /// Records that there are no more rows.
  public mutating func end() { isAtEnd = true }

  /// Removes and returns the next part; the last part is returned only once.
  ///
  /// - Returns: The part, or nil if more lines are needed.
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
