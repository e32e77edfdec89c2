public import WaveDataWire

/// What a client has been sent, and need not be sent again.
public struct SentParts: Sendable {
  /// What the picture of an overview depends on.
  public struct Overview: Equatable, Sendable {
    private let lane: ShowLane
    private let order: TableOrder
    private let orderColumn: UInt16
    private let pixels: UInt16
    private let filters: Int

    /// Describes a picture.
    ///
    /// - Parameters:
    ///   - lane: The overview.
    ///   - view: The view, whose order and width it has.
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

  /// Starts before anything was sent.
  public init() {}

  /// Notes an axis, and returns whether it differs from the last one.
  public mutating func isNew(_ next: TableAxis) -> Bool {
    defer { axis = next }
    return axis != next
  }

  /// Notes that the most frequent texts of a column are sent, and returns whether the client lacks them.
  public mutating func isNew(textsOf column: UInt16) -> Bool { texts.insert(column).inserted }

  /// Notes the column with which the others are correlated; nil for none.
  ///
  /// - Returns: Whether it differs from the last one.
  public mutating func isNew(reference next: Int?) -> Bool {
    defer { reference = next }
    return reference != next
  }

  /// Notes why a request has no answer, and returns whether the client does not know it.
  public mutating func isNew(explanation text: [UInt8]) -> Bool {
    guard !explanations.contains(text) else { return false }
    explanations.append(text)
    return true
  }

  /// Whether the picture of the overview that was sent last shows the same.
  public func hasOverview(_ next: Overview) -> Bool { overview == next }

  /// Notes the picture of the overview that is sent.
  public mutating func note(_ next: Overview) { overview = next }

  /// Forgets the overview, which shows other values now.
  public mutating func forgetOverview() { overview = nil }

  /// Forgets the correlations, which have to be computed again.
  public mutating func forgetReference() { reference = nil }

  /// Forgets pictures and texts, since the client shows another table.
  public mutating func hide() {
    overview = nil
    texts = []
  }

  /// Forgets what is computed from rows, since these have changed.
  public mutating func forgetRows() {
    hide()
    reference = nil
  }
}
