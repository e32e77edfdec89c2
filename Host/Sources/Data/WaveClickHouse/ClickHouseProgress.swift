/// The server's progress with a query.
public struct ClickHouseProgress: Equatable, Sendable {
  /// Number of rows read so far.
  public var readRows: UInt64
  /// Approximate number of rows to be read; 0 if the server does not know.
  public var totalRows: UInt64
  /// Running time so far, seconds.
  public var elapsedSeconds: Double

  /// Makes a progress.
  public init(readRows: UInt64, totalRows: UInt64, elapsedSeconds: Double) {
    self.readRows = readRows
    self.totalRows = totalRows
    self.elapsedSeconds = elapsedSeconds
  }

  /// The share that is done, 0 to 1; nil if the server does not know the total.
  public var fraction: Double? {
    totalRows == 0 ? nil : min(1, Double(readRows) / Double(totalRows))
  }
}
