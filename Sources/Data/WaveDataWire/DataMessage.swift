public import WaveWire

/// One message between server and client about tables; the same codec serves both ends.
///
/// Tags below 64 travel from client to server, the others from server to client. Some are also messages of
/// the other instruments (`Message`), with the same meaning.
public enum DataMessage: Equatable, Sendable {
  /// The client's first message.
  case hello(DataHello)
  /// The part of a table that the client shows; the server sends no more.
  case show(ShowTable)
  /// The appearance of a column.
  case showLane(ShowLane)
  /// Requests a row's values.
  case readRow(ReadRow)
  /// Stops work that is no longer wanted.
  case stop(StopTableWork)
  /// Requests statistics of a range of rows.
  case readRange(ReadRange)
  /// Sets a filter of rows.
  case setFilter(SetFilter)
  /// Requests rows as a CSV text.
  case exportRows(ExportRows)
  /// Requests consecutive rows.
  case readRows(ReadRows)
  /// A column derived from others.
  case deriveColumn(DeriveColumn)
  /// Requests a scatter plot.
  case showScatter(ShowScatter)
  /// The columns of texts that are shown.
  case showTexts(ShowTexts)
  /// Whether the other rows are shown while a part is out of reach.
  case chooseLost(ChooseLost)
  /// Resumes a reading that ended early, or discards its rows.
  case readTable(ReadTable)
  /// One half of a clock-offset exchange; it also checks that the server answers.
  case clockRequest(ClockRequest)

  /// The server's first message.
  case welcome(Welcome)
  /// The description of a table.
  case table(TableDescription)
  /// The types, names and statistics of columns.
  case columns(TableColumns)
  /// The progress of long work.
  case progress(TableWork)
  /// The meaning and range of x.
  case axis(TableAxis)
  /// A lane's picture.
  case spans(LaneSpans)
  /// A view is complete.
  case viewDone(ViewDone)
  /// A row's values.
  case row(TableCells)
  /// Statistics of a range of rows.
  indirect case range(RangeSummary)
  /// Announces the rows that follow.
  case rows(TableRows)
  /// A part of an exported text.
  case exportPart(ExportPart)
  /// The number of rows in each cell of a scatter plot.
  indirect case scatter(ScatterPart)
  /// A summary of a column of texts.
  indirect case textSummary(TextSummary)
  /// The shares of texts along x.
  case textStrip(TextStrip)
  /// The features of a table that another engine holds.
  indirect case abilities(TableAbilities)
  /// The other half of a clock-offset exchange.
  case clockReply(ClockReply)
  /// A notice for the screen.
  case notice(Notice)

  /// Appends a message of a client; ignores one of a server.
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

  /// Appends a message of a server; ignores one of a client.
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

/// Reads messages about tables, one by one; unknown kinds are skipped.
///
/// Pass the bytes to every call, as with `MessageReader`. After an error the reader is behind the faulty
/// message, or at the end if that is unknown; further calls are safe.
public struct DataMessageReader: Sendable {
  private var steps: MessageSteps

  /// Most bytes in a message, header included.
  public var limit: Int { steps.limit }
  /// Where the next message starts.
  public var position: Int { steps.position }

  /// Starts at the first byte.
  /// - Parameter limit: Most bytes in a message, header included, such as `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message that a client sends.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` if the bytes end inside a message, `tooLong` if a length is over its limit,
  ///   `invalid` if a field has a value that is not allowed.
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
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: As `nextFromClient(in:)`.
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

  /// Whether the first message in these bytes is a hello for tables.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == DataHello.tag
  }
}
