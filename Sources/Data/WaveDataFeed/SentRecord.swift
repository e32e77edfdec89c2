public import WaveDataWire

/// A record of the data already sent to a client, which prevents sending it again.
public struct SentRecord: Sendable {
  /// The settings that determine the picture of an overview.
  public struct Overview: Equatable, Sendable {
    private let lane: ShowLane
    private let order: TableOrder
    private let orderColumn: UInt16
    private let pixels: UInt16
    private let filters: Int

    /// Creates the key of an overview's picture.
    ///
    /// - Parameters:
    ///   - lane: The overview.
    ///   - view: The view that determines the order of rows and the width.
    ///   - filters: The revision of the filters.
    public init(_ lane: ShowLane, view: ShowTable, filters: Int) {
      self.lane = lane
      order = view.order
      orderColumn = view.order == .rows ? 0 : view.orderColumn
      pixels = view.pixels
      self.filters = filters
    }
  }

  private var axis: TableAxis?
  private var overview: Overview?
  private var texts: Set<UInt16> = []
  private var reference: Int?
  private var explanations: [[UInt8]] = []

  /// Records the axis to send, and returns whether it differs from the previous axis.
  public mutating func isNew(_ next: TableAxis) -> Bool {
    defer { axis = next }
    return axis != next
  }

  /// Records that the most frequent text values of a column are being sent, and returns whether this is the
  /// first time.
  public mutating func isNew(textsOf column: UInt16) -> Bool { texts.insert(column).inserted }

  /// Records the column with which the other columns are correlated, or nil for none.
  ///
  /// - Returns: Whether the column differs from the previous one.
  public mutating func isNew(reference next: Int?) -> Bool {
    defer { reference = next }
    return reference != next
  }

  /// Records an explanation of why a request has no answer, and returns whether the explanation is new.
  public mutating func isNew(explanation text: [UInt8]) -> Bool {
    guard !explanations.contains(text) else { return false }
    explanations.append(text)
    return true
  }

  /// Returns whether the last overview picture sent has the given key.
  public func hasOverview(_ next: Overview) -> Bool { overview == next }

  /// Records the key of the overview picture being sent.
  public mutating func note(_ next: Overview) { overview = next }

  /// Removes the record of the overview, because its values have changed.
  public mutating func forgetOverview() { overview = nil }

  /// Removes the record of correlations, because they must be computed again.
  public mutating func forgetReference() { reference = nil }

  /// Removes the records of pictures and texts, because the client has switched to a different table.
  public mutating func hide() {
    overview = nil
    texts = []
  }

  /// Removes the records of all data computed from rows, because the rows have changed.
  public mutating func forgetRows() {
    hide()
    reference = nil
  }
}
