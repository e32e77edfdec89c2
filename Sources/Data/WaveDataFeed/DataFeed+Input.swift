public import WaveDataWire

extension DataFeed {
  /// What a client sends, and what happens to its table.
  public enum Input: Sendable {
    /// Another view.
    case show(ShowTable)
    /// A lane, or the overview.
    case lane(ShowLane)
    /// The columns of texts.
    case texts(ShowTexts)
    /// The scatter plot.
    case scatter(ShowScatter)
    /// A request for rows.
    case read(RowRequests.Request)
    /// A filter.
    case filter(SetFilter)
    /// A derived column.
    case derive(DeriveColumn)
    /// An export.
    case export(ExportRows)
    /// Work of the source that the client does not want.
    case stop(TableWork.Stage)
    /// The client shows another table.
    case hide
    /// The table has changed; if its rows have, pictures are made again.
    case table(FeedTable, isRedrawn: Bool)
    /// The client has left.
    case close
  }
}
