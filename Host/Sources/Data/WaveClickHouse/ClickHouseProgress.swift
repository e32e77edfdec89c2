/// The server's progress on a query.
public struct ClickHouseProgress: Equatable, Sendable {
  /// The number of rows read so far.
  public var readRows: UInt64
  /// The approximate number of rows to read; 0 if unknown.
  public var totalRows: UInt64
  /// The execution time so far, in seconds.
  public var elapsedSeconds: Double

  /// Creates a progress value.
  public init(readRows: UInt64, totalRows: UInt64, elapsedSeconds: Double) {
    self.readRows = readRows
    self.totalRows = totalRows
    self.elapsedSeconds = elapsedSeconds
  }

  /// The fraction of rows read, from 0 to 1; nil if the total is unknown.
  public var fraction: Double? { totalRows == 0 ? nil : min(1, Double(readRows) / Double(totalRows)) }
}
