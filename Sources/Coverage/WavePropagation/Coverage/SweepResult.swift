/// The result of a `SweepJob`, passed as bytes between two modules of the same version.
public struct SweepResult: Equatable, Sendable {
  private static let headerCount = 6

  /// The progress of a job.
  public enum State: UInt8, Sendable {
    /// More rays will follow.
    case growing
    case whole
    /// A value of the plan is invalid, or there are too many samples.
    case impossible
  }

  /// The job's number.
  public let number: UInt32
  /// The progress of the job.
  public let state: State
  /// The computation time, in µs.
  public let microseconds: Int64
  /// The number of rows of the job's patch.
  public let rowCount: Int
  /// The number of columns of the job's patch.
  public let columnCount: Int
  /// Path losses in units of 0.01 dB, row by row; empty if there are none.
  public let losses: [Int16]

  init(number: UInt32, state: State, microseconds: Int64, map: CoverageMap?) {
    self.number = number
    self.state = state
    self.microseconds = microseconds
    (rowCount, columnCount, losses) = (map?.rowCount ?? 0, map?.columnCount ?? 0, map?.losses ?? [])
  }

  /// The encoded result.
  ///
  /// - Complexity: O(posts), one array.
  public var bytes: [UInt8] {
    let header: [Double] = [
      Double(number), Double(state.rawValue), Double(microseconds), Double(rowCount), Double(columnCount),
      Double(losses.count),
    ]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * header.count + 2 * losses.count)
    header.withUnsafeBytes { bytes.append(contentsOf: $0) }
    losses.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Decodes a result; nil if the bytes are invalid.
  ///
  /// - Complexity: O(posts), one array, which is allocated only after its length has been checked against the
  ///   number of bytes.
  public init?(_ bytes: [UInt8]) {
    guard let header = PlainBytes.doubles(Self.headerCount, of: bytes),
      let number = UInt32(exactly: header[0]),
      let state = UInt8(exactly: header[1]).flatMap({ State(rawValue: $0) }),
      let microseconds = Int64(exactly: header[2].rounded()), let rowCount = Int(exactly: header[3]),
      let columnCount = Int(exactly: header[4]), let count = Int(exactly: header[5]), rowCount >= 0,
      columnCount >= 0, count >= 0, count <= bytes.count, bytes.count == 8 * Self.headerCount + 2 * count
    else { return nil }
    let (posts, isTooMany) = rowCount.multipliedReportingOverflow(by: columnCount)
    guard !isTooMany, posts == count else { return nil }
    self.number = number
    self.state = state
    self.microseconds = microseconds
    self.rowCount = rowCount
    self.columnCount = columnCount
    losses = PlainBytes.values(count, of: bytes, at: 8 * Self.headerCount)
  }
}
