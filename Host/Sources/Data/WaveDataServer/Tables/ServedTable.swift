import ServiceLifecycle
import WaveDataFeed
import WaveDataWire
import WaveServer

/// A table served to clients, with rows in memory or in an external engine.
///
/// All clients share one instance.
protocol ServedTable: Service, AnyObject {
  /// The messages that a client receives after its hello message.
  var greeting: [DataMessage] { get }

  /// Posts the table's events to its clients.
  var publisher: EventPublisher<DataSession> { get }

  /// Adds a client and creates the driver of its feed.
  ///
  /// - Parameter waker: Called when answers for the client are ready.
  /// - Returns: The driver.
  func makeDriver(waking waker: ClientWaker) -> any TableDriver

  /// Whether no client has chosen the table yet.
  var isUnread: Bool { get }

  /// Resumes a read that ended early, or discards the rows read so far.
  func read(_ request: ReadTable)

  /// Sets whether the remaining rows are shown if a shard of the engine does not respond.
  func choose(_ choice: ChooseLost)

  /// Stops reading the table, for all clients.
  func stop()
}

extension ServedTable {
  func notify(_ events: TableEvent...) { notify(events) }

  func notify(_ events: [TableEvent]) { for event in events { publisher.post(event) } }
}

/// Drives the feed of one client of a table by passing its requests to the source of the rows.
///
/// Methods return immediately. Answers are collected after the client has been woken.
protocol TableDriver: AnyObject, Sendable {
  /// Whether messages are ready for the client.
  var hasAnswers: Bool { get }

  /// The time at which to call `work()` if no other event occurs earlier.
  var wakeMicroseconds: Int64 { get }

  /// Passes an input to the feed.
  func receive(_ input: DataFeed.Input)

  /// Informs the feed that the table has changed.
  ///
  /// - Parameter isRedrawn: Whether the rows have changed, in which case pictures are computed again.
  func update(isRedrawn: Bool)

  /// Begins all work that is due.
  func work()

  /// Removes and returns the messages for the client.
  func nextAnswers() -> [DataMessage]
}
