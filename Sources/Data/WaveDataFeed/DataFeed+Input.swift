public import WaveDataWire

extension DataFeed {
  /// A client's message, or a change of its table.
  public enum Input: Sendable {
    /// The client requests a different view.
    case show(ShowTable)
    /// The client shows, changes or removes a lane, or changes the overview.
    case lane(ShowLane)
    /// The client sets the text columns to show.
    case texts(ShowTexts)
    /// The client shows, changes or removes the scatter plot.
    case scatter(ShowScatter)
    /// The client requests rows or their statistics.
    case read(RowRequests.Request)
    /// The client sets or removes a filter.
    case filter(SetFilter)
    /// The client sets or removes a derived column.
    case derive(DeriveColumn)
    /// The client starts or ends an export.
    case export(ExportRows)
    /// The client stops a stage of the source's work that it no longer needs.
    case stop(TableWork.Stage)
    /// The client switches to a different table.
    case hide
    /// The table has changed; pictures are computed again if its rows have changed.
    case table(FeedTable, isRedrawn: Bool)
    /// The client disconnects.
    case close
  }
}
