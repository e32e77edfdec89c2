public import WaveStore

/// The appearance of the streams at the time of recording.
///
/// Playback restores it.
public struct RecordedLook: Equatable, Sendable {
  /// The window, layout, order and scales; nil if no client was connected.
  public var view: StoreView?
  /// The filters of each group that has stored filters.
  ///
  /// An empty list of stages means no filter.
  public var filters: [StoreFilters]

  /// Creates the appearance from a view and filters.
  public init(view: StoreView?, filters: [StoreFilters]) {
    self.view = view
    self.filters = filters
  }
}
