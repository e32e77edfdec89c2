public import WaveStore

/// The appearance of streams while they were recorded, so that a replay looks as it did live.
public struct RecordedLook: Equatable, Sendable {
  /// Window, layout, order and scales; nil if no client watched.
  public var view: StoreView?
  /// The filters of each group that has stored them; an empty list of stages means no filter.
  public var filters: [StoreFilters]

  /// Describes a look.
  public init(view: StoreView?, filters: [StoreFilters]) {
    self.view = view
    self.filters = filters
  }
}
