package import WaveDataWire
import WaveUnits

/// The purpose of a question, with the information needed to turn its answer into messages.
package enum FeedJob: Equatable, Sendable {
  /// Sets the list of derived columns.
  case derive
  /// Computes the statistics of derived columns, given by number. `revision` is the value of
  /// `DerivedColumns.revision` at the time of the question.
  case extents([Int], isCoarse: Bool, revision: Int)
  /// Finds the most frequent text values of a column.
  case texts(Int)
  /// Reads a row that the client requested.
  case row(ReadRow)
  /// Reads consecutive rows that the client requested.
  case page(ReadRows)
  /// Determines the range of the x axis.
  case axis(AnswerCache.AxisKey)
  /// Computes the grid of a scatter plot.
  case scatter(ShowScatter)
  /// Draws a quick picture of lanes from a sample of the rows.
  case coarse([ShowLane], ShowTable)
  /// Draws lanes from all rows; `sent` contains the indices of those already sent to the client.
  case picture([ShowLane], ShowTable, sent: [Int])
  /// Draws the strip of a text column.
  case strip(UInt16, ShowTable)
  /// Computes the statistics of a range of rows, for the columns with the given indices.
  case range(ReadRange, [Int])
  /// Draws the overview.
  case overview(ShowLane, ShowTable, SentRecord.Overview)
  /// Reads the next lines of an export.
  case lines
  /// Computes the correlations of columns with a reference column.
  case correlations([Int], with: Int)

  /// The slot that the question occupies in `QuestionSlots`.
  package var slot: QuestionSlots<FeedJob>.Slot {
    switch self {
    case .derive: .derive
    case .extents: .extents
    case .texts: .texts
    case .row: .row
    case .page: .page
    case .axis: .axis
    case .scatter: .scatter
    case .coarse: .coarse
    case .picture: .picture
    case .strip: .strip
    case .range: .range
    case .overview: .overview
    case .lines: .lines
    case .correlations: .correlations
    }
  }

  /// Returns a message about a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - hasValues: Whether the statistics of all derived columns are known.
  /// - Returns: Text that explains what the client will not receive, and why; nil if no message is needed.
  package func loss(by failure: ColumnFailure, hasValues: Bool) -> [UInt8]? {
    var text = TextWriter()
    switch self {
    case .row: text.append("The row could not be read: ")
    case .page: text.append("The rows could not be read: ")
    case .range: text.append("The range could not be read: ")
    case .lines: text.append("The rows could not be exported: ")
    case .extents:
      // Statistics from a sample of the rows are known and remain in use.
      if case .tooMuch = failure, hasValues { return nil }
      guard !failure.isPassing else { return nil }
      text.append("The derived columns have no values: ")
    default: return nil
    }
    text.append(bytes: Array(failure.description.utf8))
    text.append(".")
    return text.bytes
  }
}
