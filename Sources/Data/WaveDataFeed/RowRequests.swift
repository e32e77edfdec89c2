public import WaveDataWire

/// A client's pending requests for rows, at most one of each kind.
public struct RowRequests: Sendable {
  /// A client's request for rows or their statistics.
  public enum Request: Equatable, Sendable {
    /// A single row.
    case row(ReadRow)
    /// Consecutive rows.
    case page(ReadRows)
    /// The statistics of a range of rows.
    case range(ReadRange)
  }

  private var row: ReadRow?
  private var page: ReadRows?
  private var range: ReadRange?

  /// Whether a request for a range is pending, so that the answer to an older request is not needed.
  public var hasRange: Bool { range != nil }

  /// Adds a request, replacing an older one of the same kind.
  public mutating func set(_ request: Request) {
    switch request {
    case .row(let next): row = next
    case .page(let next): page = next
    case .range(let next): range = next
    }
  }

  /// Removes and returns the next request: first the row, then the page, then the range.
  ///
  /// - Parameter hasPictures: Whether the view's pictures are complete. Requests for ranges wait for them.
  /// - Returns: The request, or nil if none can be answered now.
  public mutating func next(hasPictures: Bool) -> Request? {
    if let row = row.take() { return .row(row) }
    if let page = page.take() { return .page(page) }
    return hasPictures ? range.take().map { .range($0) } : nil
  }
}
