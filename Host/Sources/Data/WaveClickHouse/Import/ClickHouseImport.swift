public import WaveSystem
import WaveTables
import WaveUnits

/// Loads the rows of a text file into a ClickHouse table, each row exactly once, however often the import is
/// interrupted.
///
/// Rows are sent in blocks. A block is one INSERT, which the server executes entirely or not at all. Before a
/// block is sent, it is recorded as pending. An import that resumes after the program, the connection or the
/// server has failed first waits until that INSERT has ended. It then counts the table's rows, which shows
/// whether the block was stored. No other program may write to the table during the import. If another
/// program does, or if a block was only partly stored (which is possible only in tables with several shards
/// or partitions), the import reports this and does not guess. With a column of row numbers, every row can be
/// found by its number, so neither case is a problem.
public struct ClickHouseImport: Sendable {
  /// The current activity of an import.
  public enum Phase: Equatable, Sendable {
    /// Reading the rows to choose column types.
    case looking
    /// Waiting for an INSERT of an earlier run to end.
    case waiting
    /// Sending rows.
    case sending
  }

  /// The progress of an import.
  public struct Progress: Equatable, Sendable {
    /// The current activity.
    public var phase: Phase
    /// The number of rows that the table contains so far.
    public var rowCount: Int
    /// The total number of rows to load.
    public var total: Int
  }

  /// The result of an import.
  public struct Report: Encodable, Equatable, Sendable {
    /// The table's name as shown to the user.
    public var table: String
    /// Whether the import created the table.
    public var wasMade: Bool
    /// The number of rows in the file, all of which are in the table.
    public var rowCount: Int
    /// The number of rows that earlier runs loaded.
    public var earlierCount: Int
    /// The notes for the user, one sentence each.
    public var notes: [String]
  }

  /// The time, in milliseconds, that a server may need to start an INSERT after the program that sent it has
  /// ended.
  private static let graceMilliseconds = 1000
  /// The maximum time to wait for an INSERT of an earlier run, in seconds.
  private static let patienceSeconds = 600

  private let path: String
  private let source: String
  private let rows: WholeRows
  private let states: StateDirectory
  private let stateName: String
  private let lock: AppendedFile

  /// Prepares to import a text file into a table.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the text file.
  ///   - database: The path of the database made from the file, and a line that identifies the file's state.
  ///   - address: The address of the table.
  ///   - states: The directory for the import's state.
  /// - Throws: `ClickHouseError`; `unsure` if another process is running the same import.
  public init(
    path: String, database: (path: String, state: String), to address: ClickHouseAddress,
    states: StateDirectory
  ) throws(ClickHouseError) {
    self.path = path
    self.states = states
    source = database.state
    stateName =
      "import-" + CacheFolder.name(of: "\(path)\0\(address.place)\0\(address.database)\0\(address.table)")
    do throws(FileError) {
      lock = try AppendedFile(path: states.path(of: stateName + ".lock"), replacing: true, isPrivate: true)
    } catch {
      guard error.cause == .inUse else { throw .file(error) }
      throw .unsure(table: address.tableName, reason: "another import of \(path) into it is running")
    }
    do throws(TableError) { rows = try WholeRows(path: database.path) } catch { throw .table(error) }
  }

  /// Loads all rows that are not yet in the table.
  ///
  /// - Parameters:
  ///   - client: The client of the server.
  ///   - rowNumber: The column that receives the number of each row; nil for none.
  ///   - isForced: Whether to load all rows again even if an earlier import has loaded them.
  ///   - progress: Called between blocks; returning false ends the import, and the next run resumes it.
  /// - Returns: A report on the completed import.
  /// - Throws: `ClickHouseError`.
  public func run(
    _ client: ClickHouseClient, rowNumber: String? = nil, isForced: Bool = false,
    progress: @Sendable (Progress) -> Bool
  ) async throws(ClickHouseError) -> Report {
    func isWanted(_ phase: Phase, _ count: Int) -> Bool {
      progress(Progress(phase: phase, rowCount: count, total: rows.rowCount))
    }
    let survey = try ImportSurvey(rows) { isWanted(.looking, 0) }
    let target = try await ImportTarget(client, for: survey, rowNumberColumn: rowNumber)
    var state = try await begin(target, survey.rowCount, rowNumber: rowNumber, isForced: isForced)
    if let pending = state.pending {
      try await wait(for: pending.id, target) { isWanted(.waiting, state.done) }
      try await settle(&state, target)
    } else if state.done > 0, rowNumber == nil {
      try await noteForeignRows(&state, target)
    }
    let earlier = state.done
    try save(state)
    var next = Self.prepare(rows, after: state.done, target)
    while true {
      guard isWanted(.sending, state.done) else {
        try save(state)
        throw .cancelled
      }
      guard let block = try await next.value.get() else { break }
      let id = ClickHouseRequest.newID()
      state.pending = ImportState.Pending(rowCount: block.rowCount, id: id)
      try save(state)
      next = Self.prepare(rows, after: state.done + block.rowCount, target)
      try await target.write(block, id: id)
      state.markStored()
    }
    try save(state)
    var notes = target.notes
    try await check(state, target, &notes)
    return Report(
      table: target.shown, wasMade: target.wasMade, rowCount: state.rowCount, earlierCount: earlier,
      notes: notes)
  }

  /// Starts reading the next block while the previous block is being sent.
  private static func prepare(
    _ rows: WholeRows, after done: Int, _ target: ImportTarget
  ) -> Task<Result<ImportBlock?, ClickHouseError>, Never> {
    Task {
      Result { () throws(ClickHouseError) in
        try ImportBlock.read(rows, after: done, target.encodings, rowNumber: target.rowNumber)
      }
    }
  }

  /// Returns the saved state of an interrupted import, or the state of a new import if no state is saved.
  private func begin(
    _ target: ImportTarget, _ rowCount: Int, rowNumber: String?, isForced: Bool
  ) async throws(ClickHouseError) -> ImportState {
    let kept: [UInt8]?
    do throws(FileError) { kept = try states.read(stateName) } catch { throw .file(error) }
    let count = try await target.count()
    let newState = ImportState(source: source, rowCount: rowCount, base: count, rowNumber: rowNumber)
    guard let kept, !isForced, !target.wasMade else { return try await checked(newState, target) }
    guard let state = ImportState(String(decoding: kept, as: UTF8.self)) else {
      throw .file(FileError(path: states.path(of: stateName), cause: .damaged))
    }
    if state.isComplete {
      guard state.source == source, count > 0 else { return try await checked(newState, target) }
      throw .imported(path: path, table: target.shown)
    }
    guard state.source == source, state.rowCount == rowCount else {
      throw target.unsure("\(path) has changed since \(state.done) of its rows were written")
    }
    guard state.rowNumber == rowNumber else {
      throw target.unsure(
        "it was started " + (state.rowNumber.map { "with --row-number \($0)" } ?? "without --row-number"))
    }
    return state
  }

  /// Returns the state of a new import, after checking that the table has none of the row numbers to be used.
  private func checked(
    _ state: ImportState, _ target: ImportTarget
  ) async throws(ClickHouseError) -> ImportState {
    guard let column = state.rowNumber, state.base > 0 else { return state }
    let taken = try await target.numberedCount(to: max(1, state.rowCount), column: column).all
    guard taken == 0 else {
      throw target.unsure(
        "\(taken) of its rows already have numbers in \(column) that the text's rows would get")
    }
    return state
  }

  /// Waits until an INSERT of an earlier run has ended.
  private func wait(
    for id: String, _ target: ImportTarget, isWanted: () -> Bool
  ) async throws(ClickHouseError) {
    // An INSERT that the server has received but not started is not listed as running.
    for look in 0... {
      guard isWanted() else { throw .cancelled }
      let isRunning = try await target.isRunning(id)
      if !isRunning, look * 250 >= Self.graceMilliseconds { return }
      guard look * 250 < 1000 * Self.patienceSeconds else { throw .tooSlow(seconds: Self.patienceSeconds) }
      guard (try? await Task.sleep(for: .milliseconds(250))) != nil else { throw .cancelled }
    }
  }

  /// Increases `base` by the number of rows that other programs inserted while no block was pending.
  private func noteForeignRows(
    _ state: inout ImportState, _ target: ImportTarget
  ) async throws(ClickHouseError) {
    switch state.judge(count: try await target.count()) {
    case .absent, .arrived, .partly: break
    case .more(let count): state.base = state.base.saturatingAdding(count)
    case .fewer(let count): throw target.unsure(Self.missingRows(count))
    }
  }

  private static func missingRows(_ count: Int) -> String {
    "\(count) rows that were in the table after the last write are missing"
  }

  /// Determines whether the pending block was stored.
  ///
  /// If the table has row numbers, which identify missing rows of the block, those rows are sent again.
  private func settle(_ state: inout ImportState, _ target: ImportTarget) async throws(ClickHouseError) {
    guard let pending = state.pending else { return }
    let stretch = (state.done + 1)...(state.done + pending.rowCount)
    if let column = state.rowNumber {
      let there = try await target.numbers(stretch, column: column)
      if !there.isEmpty, there.count < pending.rowCount {
        let rest = try ImportBlock.read(
          rows, after: state.done, target.encodings, rowNumber: target.rowNumber, without: there,
          count: pending.rowCount)
        if let rest {
          let id = ClickHouseRequest.newID()
          state.pending?.id = id
          try save(state)
          try await target.write(rest, id: id)
        }
      }
      if there.isEmpty { state.pending = nil } else { state.markStored() }
      return
    }
    switch state.judge(count: try await target.count()) {
    case .absent: state.pending = nil
    case .arrived: state.markStored()
    case .partly(let count):
      throw target.unsure(
        """
        of rows \(stretch.lowerBound) to \(stretch.upperBound) of the text, which were sent together, only \
        \(count) have arrived
        """
      )
    case .fewer(let count): throw target.unsure(Self.missingRows(count))
    case .more(let count):
      throw target.unsure(
        """
        \(count) rows were added by another program while rows were being written, so it is not known which \
        have arrived
        """
      )
    }
  }

  /// Counts the table's rows again after all of them have been sent.
  private func check(
    _ state: ImportState, _ target: ImportTarget, _ notes: inout [String]
  ) async throws(ClickHouseError) {
    if let column = state.rowNumber {
      let (all, different) = try await target.numberedCount(to: max(1, state.rowCount), column: column)
      guard all == state.rowCount, different == state.rowCount else {
        throw target.unsure("the table has \(different) different rows of \(state.rowCount), \(all) in total")
      }
      return
    }
    switch state.judge(count: try await target.count()) {
    case .fewer(let count):
      throw target.unsure("\(count) rows that the server reported as stored are missing")
    case .more(let count): notes.append("Meanwhile, \(count) rows were added by another program.")
    case .absent, .arrived, .partly: break
    }
  }

  private func save(_ state: ImportState) throws(ClickHouseError) {
    do throws(FileError) { try states.write(Array(state.text.utf8), to: stateName) } catch {
      throw .file(error)
    }
  }
}
