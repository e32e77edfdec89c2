package import WaveDataWire
import WaveUnits

/// The purpose of a question, with the information that a feed needs to turn the answer into messages.
package enum FeedJob: Equatable, Sendable {
  /// Sets the list of derived columns.
  case derive
  /// The statistics of derived columns, given by number, and `DerivedColumns.revision` at the time of the
  /// question.
  case extents([Int], isCoarse: Bool, revision: Int)
  /// The most frequent texts of a column.
  case texts(Int)
  /// A row.
  case row(ReadRow)
  /// Consecutive rows.
  case page(ReadRows)
  /// The range of x.
  case axis(LearnedParts.AxisKey)
  /// A scatter plot.
  case scatter(ShowScatter)
  /// A quick picture of lanes.
  case coarse([ShowLane], ShowTable)
  /// The picture of lanes, with the indices of those already sent to the client.
  case picture([ShowLane], ShowTable, sent: [Int])
  /// The strip of a text column.
  case strip(UInt16, ShowTable)
  /// The statistics of a range, for the columns with the given indices.
  case range(ReadRange, [Int])
  /// The overview.
  case overview(ShowLane, ShowTable, SentParts.Overview)
  /// The next lines of an export.
  case lines
  /// The correlations of columns with a reference column.
  case correlations([Int], with: Int)

  /// The kind of the question.
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

  /// Returns the message about a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - hasValues: Whether the statistics of all derived columns are known.
  /// - Returns: Text that says what the client does not receive, and why; nil if no message is needed.
  package func loss(by failure: ColumnFailure, hasValues: Bool) -> [UInt8]? {
    var text = TextWriter()
    switch self {
    case .row: text.append("The row could not be read: ")
    case .page: text.append("The rows could not be read: ")
    case .range: text.append("The range could not be read: ")
    case .lines: text.append("The rows could not be exported: ")
    case .extents:
      // The statistics of a part of the rows are known.
      if case .tooMuch = failure, hasValues { return nil }
      guard !failure.isPassing else { return nil }
      text.append("The columns made of others have no values: ")
    default: return nil
    }
    text.append(bytes: Array(failure.description.utf8))
    text.append(".")
    return text.bytes
  }
}
