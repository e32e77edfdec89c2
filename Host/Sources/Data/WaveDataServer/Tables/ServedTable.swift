import ServiceLifecycle
import WaveDataFeed
import WaveDataWire
import WaveServer

/// A table that is served, whoever holds its rows; all clients share one.
protocol ServedTable: Service, AnyObject {
  /// The messages that a client receives after its hello.
  var greeting: [DataMessage] { get }

  /// Adds the hub of an event loop, which passes events of the table to its clients.
  func join(_ hub: SessionHub<DataSession>)

  /// Adds a client, and makes the driver of its feed.
  ///
  /// - Parameter waker: Called when answers for the client are ready.
  /// - Returns: The driver.
  func makeDriver(waking waker: ClientWaker) -> any TableDriver

  /// Whether no client has chosen the table yet.
  var isUnread: Bool { get }

  /// Resumes a reading that ended early, or discards its rows.
  func read(_ request: ReadTable)

  /// Sets whether the remaining rows are shown if a part of the engine does not answer.
  func choose(_ choice: ChooseLost)

  /// Stops reading, for all clients.
  func stop()
}

/// Drives the feed of one client of a table: passes its questions to the source of the rows.
///
/// Methods return at once; answers are collected after the client has been woken.
protocol TableDriver: AnyObject, Sendable {
  /// Whether messages wait for the client.
  var hasAnswers: Bool { get }

  /// The time at which to call `work()` if nothing else happens.
  var wakeMicroseconds: Int64 { get }

  /// Passes an input to the feed.
  func receive(_ input: DataFeed.Input)

  /// Informs the feed about a change of the table.
  ///
  /// - Parameter isRedrawn: Whether pictures are made again, since the rows have changed.
  func update(isRedrawn: Bool)

  /// Begins the work that is due.
  func work()

  /// Removes and returns the messages for the client.
  func nextAnswers() -> [DataMessage]
}
