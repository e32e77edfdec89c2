package import WaveDataWire
import WaveUnits

/// What a question is for: what a feed needs to make messages of its answer.
package enum FeedJob: Equatable, Sendable {
  /// The list of derived columns.
  case derive
  /// The statistics of derived columns, by number, and the revision of the list.
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
  /// The quick picture of lanes.
  case coarse([ShowLane], ShowTable)
  /// The picture of lanes, some of which have been sent by their indices.
  case picture([ShowLane], ShowTable, sent: [Int])
  /// The strip of a column of texts.
  case strip(UInt16, ShowTable)
  /// Statistics of a range, for some columns.
  case range(ReadRange, [Int])
  /// The overview.
  case overview(ShowLane, ShowTable, SentParts.Overview)
  /// Lines of an export.
  case lines
  /// Correlations of columns.
  case correlations([Int], with: Int)

  /// The kind of question.
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

  /// Returns the text about a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - hasValues: Whether the statistics of all derived columns are known.
  /// - Returns: What the client does not get, and why; nil if it need not be said.
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
