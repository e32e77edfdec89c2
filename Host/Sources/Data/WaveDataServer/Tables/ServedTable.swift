import ServiceLifecycle
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveTables

/// A table that is served, whoever holds its rows; all clients share one.
protocol ServedTable: Service, AnyObject {
  /// The messages that a client receives after its hello.
  var greeting: [DataMessage] { get }

  /// Adds the hub of an event loop, which passes events of the table to its clients.
  func join(_ hub: SessionHub<DataSession>)

  /// Adds a client, and makes the desk that answers it.
  ///
  /// - Parameter waker: Called when answers for the client are ready.
  /// - Returns: The desk of the client.
  func makeHandler(waking waker: ClientWaker) -> any TableRequestHandler
}

/// Answers the requests of one client about a table.
///
/// Its methods return at once; answers are collected after the client has been woken.
protocol TableRequestHandler: AnyObject, Sendable {
  var hasAnswers: Bool { get }
  func nextAnswers() -> [DataMessage]
  func show(_ view: ShowTable)
  func show(_ lane: ShowLane)
  func show(_ texts: ShowTexts)
  func show(_ scatter: ShowScatter)
  /// Hides the table: lanes, texts and scatter plot are forgotten, filters and derived columns remain.
  func hide()
  func read(_ request: RowRequests.Request)
  func set(_ filter: SetFilter)
  func derive(_ wish: DeriveColumn)
  func export(_ request: ExportRows)
  /// Sets whether the remaining rows are shown if a part of the engine does not answer.
  func choose(_ choice: ChooseLost)
  /// Makes new pictures, since the table has more rows or has changed.
  func refresh()
  /// Whether no client has chosen the table yet.
  var isUnread: Bool { get }
  /// Resumes a reading that ended early, or discards its rows.
  func read(_ wish: ReadTable)
  /// Ends long work.
  func stop()
  func close()
}

extension LoadedTableHost: ServedTable {
  func makeHandler(waking waker: ClientWaker) -> any TableRequestHandler {
    LoadedTableHandler(host: self, waker: waker)
  }
}

extension LoadedTableHandler: TableRequestHandler {
  func stop() { host.stop() }

  var isUnread: Bool { host.isUnread }

  func read(_ wish: ReadTable) {
    if wish.isDiscarded { host.discard() } else { host.resume() }
  }

  /// Does nothing: all rows are in memory.
  func choose(_ choice: ChooseLost) {}
}
