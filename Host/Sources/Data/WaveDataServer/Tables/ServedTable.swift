import ServiceLifecycle
import WaveDataWire
import WaveServer
import WaveTables

/// A table that is served, wherever its rows are; there is one of these however many clients look at it.
protocol ServedTable: Service, AnyObject {
  /// What a client is told when it says hello.
  var greeting: [TableMessage] { get }

  /// Tells what happens to the clients of an event loop.
  func join(_ hub: SessionHub<TableSession>)

  /// Adds a client, and makes the desk that answers it.
  ///
  /// - Parameter waker: Called when answers for the client are ready.
  /// - Returns: The desk of the client.
  func makeDesk(waking waker: ClientWaker) -> any ClientDesk
}

/// Answers the requests of one client about a table.
///
/// Its methods return at once; answers are collected after the client has been woken.
protocol ClientDesk: AnyObject, Sendable {
  var hasAnswers: Bool { get }
  func takeAnswers() -> [TableMessage]
  func show(_ view: ShowTable)
  func show(_ lane: ShowLane)
  func show(_ texts: ShowTexts)
  func show(_ scatter: ShowScatter)
  /// Another table is shown: lanes, texts and scatter plot are forgotten, filters and derived columns remain.
  func hide()
  func read(_ question: ReadRow)
  func read(_ range: ReadRange)
  func read(_ page: ReadRows)
  func set(_ filter: SetFilter)
  func derive(_ wish: DeriveColumn)
  func export(_ request: ExportRows)
  /// Whether what is left is shown where a part of the engine does not answer.
  func choose(_ choice: ChooseLost)
  /// There is more of the table, or it is another one: pictures are made anew.
  func refresh()
  /// Whether no client has chosen the table yet.
  var isUnread: Bool { get }
  /// Resumes a reading that ended early, or discards its rows.
  func read(_ wish: ReadTable)
  /// Ends what takes long.
  func stop()
  func close()
}

extension TableStation: ServedTable {
  func makeDesk(waking waker: ClientWaker) -> any ClientDesk { TableDesk(station: self, waker: waker) }
}

extension TableDesk: ClientDesk {
  func stop() { station.stop() }

  var isUnread: Bool { station.isUnread }

  func read(_ wish: ReadTable) {
    if wish.isDiscarded { station.discard() } else { station.resume() }
  }

  /// All rows are here.
  func choose(_ choice: ChooseLost) {}
}
