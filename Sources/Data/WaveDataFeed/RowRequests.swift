public import WaveDataWire

/// A client's requests for rows, the newest of each kind; each waits until it can be answered.
public struct RowRequests: Sendable {
  /// A request for rows.
  public enum Request: Equatable, Sendable {
    /// A single row.
    case row(ReadRow)
    /// Consecutive rows.
    case page(ReadRows)
    /// Statistics of a range of rows.
    case range(ReadRange)
  }

  private var row: ReadRow?
  private var page: ReadRows?
  private var range: ReadRange?

  /// Starts without requests.
  public init() {}

  /// Whether a page waits, which makes an answer to an older one useless.
  public var hasPage: Bool { page != nil }

  /// Whether a range waits, which makes an answer to an older one useless.
  public var hasRange: Bool { range != nil }

  /// Adds a request; it replaces an older one of the same kind.
  public mutating func set(_ request: Request) {
    switch request {
    case .row(let next): row = next
    case .page(let next): page = next
    case .range(let next): range = next
    }
  }

  /// Removes and returns the next request: the row, the page, then the range.
  ///
  /// - Parameter hasPictures: Whether the view has its pictures; ranges are answered after them.
  /// - Returns: Nil if no request can be answered now.
  public mutating func next(hasPictures: Bool) -> Request? {
    if let row {
      self.row = nil
      return .row(row)
    }
    if let page {
      self.page = nil
      return .page(page)
    }
    guard hasPictures, let range else { return nil }
    self.range = nil
    return .range(range)
  }
}
