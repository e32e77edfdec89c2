public import WaveStore

/// How streams were looked at while they were recorded, so that a replay looks as it did live.
public struct RecordedLook: Equatable, Sendable {
  /// Window, layout, order and scales; nil where nobody looked.
  public var view: StoreView?
  /// The filters of each group that says so; without stages for none.
  public var filters: [StoreFilters]

  /// Describes a look.
  public init(view: StoreView?, filters: [StoreFilters]) {
    self.view = view
    self.filters = filters
  }
}
