public import WaveWire

/// A message about tables, sent between server and client.
///
/// Both ends use the same codec.
///
/// Tags below 64 are sent from client to server, all others from server to client. Some messages are shared
/// with the other instruments (`Message`), and have the same meaning there.
public enum DataMessage: Equatable, Sendable {
  /// The client's first message.
  case hello(DataHello)
  /// Sets the part of a table to show; the server sends only data for this part.
  case show(ShowTable)
  /// Sets the appearance of a column's lane.
  case showLane(ShowLane)
  /// Requests a row's values.
  case readRow(ReadRow)
  /// Stops work that is no longer needed.
  case stop(StopTableWork)
  /// Requests statistics of a range of rows.
  case readRange(ReadRange)
  /// Sets a filter for rows.
  case setFilter(SetFilter)
  /// Requests rows as CSV.
  case exportRows(ExportRows)
  /// Requests consecutive rows.
  case readRows(ReadRows)
  /// Derives a column from other columns.
  case deriveColumn(DeriveColumn)
  /// Requests a scatter plot.
  case showScatter(ShowScatter)
  /// Sets the text columns to show.
  case showTexts(ShowTexts)
  /// Chooses whether to show the available rows while some shards do not respond.
  case chooseLost(ChooseLost)
  /// Starts or continues reading a table, or discards the rows read so far.
  case readTable(ReadTable)
  /// The request in a clock-offset exchange, which also checks that the server responds.
  case clockRequest(ClockRequest)

  /// The server's first message.
  case welcome(Welcome)
  /// The description of a table.
  case table(TableDescription)
  /// The types, names and statistics of columns.
  case columns(TableColumns)
  /// The progress of long-running work.
  case progress(TableWork)
  /// The quantity and range of the x axis.
  case axis(TableAxis)
  /// A lane's picture.
  case spans(LaneSpans)
  /// Reports that a view is complete.
  case viewDone(ViewDone)
  /// A row's values.
  case row(TableCells)
  /// Statistics of a range of rows.
  indirect case range(RangeSummary)
  /// Announces the rows that follow.
  case rows(TableRows)
  /// A part of an exported CSV file.
  case exportPart(ExportPart)
  /// The number of rows in each cell of a scatter plot.
  indirect case scatter(ScatterPart)
  /// A summary of a text column.
  indirect case textSummary(TextSummary)
  /// The share of rows with each text value along the x axis.
  case textStrip(TextStrip)
  /// The features and the availability of a table in an external engine.
  indirect case abilities(TableAbilities)
  /// The reply in a clock-offset exchange.
  case clockReply(ClockReply)
  /// A notice to show on the screen.
  case notice(Notice)

  /// Appends a client message to the bytes; ignores a server message.
  public func encodeFromClient(into bytes: inout [UInt8]) {
    switch self {
    case .hello(let payload): payload.encode(into: &bytes)
    case .show(let payload): payload.encode(into: &bytes)
    case .showLane(let payload): payload.encode(into: &bytes)
    case .readRow(let payload): payload.encode(into: &bytes)
    case .stop(let payload): payload.encode(into: &bytes)
    case .readRange(let payload): payload.encode(into: &bytes)
    case .setFilter(let payload): payload.encode(into: &bytes)
    case .readRows(let payload): payload.encode(into: &bytes)
    case .deriveColumn(let payload): payload.encode(into: &bytes)
    case .exportRows(let payload): payload.encode(into: &bytes)
    case .showScatter(let payload): payload.encode(into: &bytes)
    case .showTexts(let payload): payload.encode(into: &bytes)
    case .chooseLost(let payload): payload.encode(into: &bytes)
    case .readTable(let payload): payload.encode(into: &bytes)
    case .clockRequest(let payload): payload.encode(into: &bytes)
    default: break
    }
  }

  /// Appends a server message to the bytes; ignores a client message.
  public func encodeFromServer(into bytes: inout [UInt8]) {
    switch self {
    case .welcome(let payload): payload.encode(into: &bytes)
    case .table(let payload): payload.encode(into: &bytes)
    case .columns(let payload): payload.encode(into: &bytes)
    case .progress(let payload): payload.encode(into: &bytes)
    case .axis(let payload): payload.encode(into: &bytes)
    case .spans(let payload): payload.encode(into: &bytes)
    case .viewDone(let payload): payload.encode(into: &bytes)
    case .row(let payload): payload.encode(into: &bytes)
    case .range(let payload): payload.encode(into: &bytes)
    case .exportPart(let payload): payload.encode(into: &bytes)
    case .rows(let payload): payload.encode(into: &bytes)
    case .scatter(let payload): payload.encode(into: &bytes)
    case .textSummary(let payload): payload.encode(into: &bytes)
    case .textStrip(let payload): payload.encode(into: &bytes)
    case .abilities(let payload): payload.encode(into: &bytes)
    case .clockReply(let payload): payload.encode(into: &bytes)
    case .notice(let payload): payload.encode(into: &bytes)
    default: break
    }
  }
}

/// A reader that decodes messages about tables one by one and skips unknown kinds.
///
/// Pass the same bytes to every call, as with `MessageReader`. After an error, the reader continues after the
/// invalid message, or at the end if the length of that message is unknown.
public struct DataMessageReader: Sendable {
  private var steps: MessageSteps

  /// The maximum length of a message including its header, in bytes.
  public var limit: Int { steps.limit }
  /// The byte offset at which the next message starts.
  public var position: Int { steps.position }

  /// Creates a reader positioned at the first byte.
  ///
  /// - Parameter limit: The maximum length of a message including its header, in bytes, such as
  ///   `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message that a client sends.
  ///
  /// - Parameter bytes: The bytes to read, which must be the same in every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` if the bytes end inside a message, `tooLong` if a length exceeds its limit,
  ///   `invalid` if a field has an invalid value.
  /// - Complexity: O(*n*) in the bytes read; allocates lists and texts of at most `limit` bytes.
  public mutating func nextFromClient(in bytes: RawSpan) throws(WireError) -> DataMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case DataHello.tag: .hello(DataHello(&fields))
      case ShowTable.tag: .show(ShowTable(&fields))
      case ShowLane.tag: .showLane(ShowLane(&fields))
      case ReadRow.tag: .readRow(ReadRow(&fields))
      case StopTableWork.tag: .stop(StopTableWork(&fields))
      case ReadRange.tag: .readRange(ReadRange(&fields))
      case SetFilter.tag: .setFilter(SetFilter(&fields))
      case ExportRows.tag: .exportRows(ExportRows(&fields))
      case ShowScatter.tag: .showScatter(ShowScatter(&fields))
      case ReadRows.tag: .readRows(ReadRows(&fields))
      case ShowTexts.tag: .showTexts(ShowTexts(&fields))
      case ChooseLost.tag: .chooseLost(ChooseLost(&fields))
      case ReadTable.tag: .readTable(ReadTable(&fields))
      case DeriveColumn.tag: .deriveColumn(DeriveColumn(&fields))
      case ClockRequest.tag: .clockRequest(ClockRequest(&fields))
      default: nil
      }
    }
  }

  /// Reads the next message that a server sends.
  ///
  /// - Parameter bytes: The bytes to read, which must be the same in every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: The same errors as `nextFromClient(in:)`.
  /// - Complexity: O(*n*) in the bytes read; allocates only pictures, texts and lists.
  public mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> DataMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case Welcome.tag: .welcome(Welcome(&fields))
      case TableDescription.tag: .table(TableDescription(&fields))
      case TableColumns.tag: .columns(TableColumns(&fields))
      case TableWork.tag: .progress(TableWork(&fields))
      case TableAxis.tag: .axis(TableAxis(&fields))
      case LaneSpans.tag: .spans(LaneSpans(&fields))
      case ViewDone.tag: .viewDone(ViewDone(&fields))
      case TableCells.tag: .row(TableCells(&fields))
      case RangeSummary.tag: .range(RangeSummary(&fields))
      case ExportPart.tag: .exportPart(ExportPart(&fields))
      case ScatterPart.tag: .scatter(ScatterPart(&fields))
      case TableRows.tag: .rows(TableRows(&fields))
      case TextSummary.tag: .textSummary(TextSummary(&fields))
      case TextStrip.tag: .textStrip(TextStrip(&fields))
      case TableAbilities.tag: .abilities(TableAbilities(&fields))
      case ClockReply.tag: .clockReply(ClockReply(&fields))
      case Notice.tag: .notice(Notice(&fields))
      default: nil
      }
    }
  }

  /// Returns whether the first message in the bytes is a `DataHello`.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == DataHello.tag
  }
}
