/// How far the server has come with a query.
public struct ClickHouseProgress: Equatable, Sendable {
  /// Rows that were read.
  public var readRows: UInt64
  /// About how many rows there are to be read; 0 where the server does not know.
  public var totalRows: UInt64
  /// How long it has been running.
  public var elapsedSeconds: Double

  /// Describes progress.
  public init(readRows: UInt64, totalRows: UInt64, elapsedSeconds: Double) {
    self.readRows = readRows
    self.totalRows = totalRows
    self.elapsedSeconds = elapsedSeconds
  }

  /// The part that is done, 0 to 1; nil where the server does not know how much there is.
  public var fraction: Double? {
    totalRows == 0 ? nil : min(1, Double(readRows) / Double(totalRows))
  }
}
