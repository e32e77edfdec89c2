import Synchronization
import WaveStreams
import WaveWire

/// One client's feed, shared by the task that reads its messages, the one that writes to it, and the sources.
final class ClientSession: Sendable {
  typealias Change = @Sendable (inout SpectrumFeed) -> Void

  /// Changes that wait at most while the feed is busy; older ones are dropped.
  private static let changesLimit = 64

  private let feed = Mutex(SpectrumFeed(sources: []))
  /// What happened at the sources while the feed was busy, oldest first; taken with the feed locked.
  private let changes = Mutex<[Change]>([])
  private let stations: [SourceStation]
  private let waker: AsyncStream<Void>.Continuation
  /// Gives an element when there may be something to send; several wishes are one.
  let wakes: AsyncStream<Void>

  init(stations: [SourceStation]) {
    self.stations = stations
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Starts to take part in what the sources make.
  func join() {
    feed.withLock { feed in
      for station in stations { feed.sources.append(station.join(self)) }
    }
  }

  func leave() {
    for station in stations { station.leave(self) }
    waker.finish()
  }

  /// Has `collect` called.
  func wake() { waker.yield() }

  /// Takes a row or an event of a source; never waits for what the client has asked for.
  func update(_ change: @escaping Change) {
    changes.withLock {
      if $0.count == Self.changesLimit { $0.removeFirst() }
      $0.append(change)
    }
    _ = feed.withLockIfAvailable { takeChanges(into: &$0) }
    wake()
  }

  private func takeChanges(into feed: inout SpectrumFeed) {
    let waiting = changes.withLock { changes in
      defer { changes.removeAll(keepingCapacity: true) }
      return changes
    }
    for change in waiting { change(&feed) }
  }

  /// Takes the messages in one frame from the client and performs its wishes.
  ///
  /// - Parameters:
  ///   - frame: Whole messages.
  ///   - now: Server time in microseconds.
  ///   - budget: What the client may still send; the frame has been counted for its first message.
  /// - Throws: Why the connection is to be closed.
  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) async throws(ClientFault) {
    var reader = MessageReader(limit: WireLimits.clientMessageBytes)
    var commands: [Command] = []
    var isFirst = true
    while reader.position < frame.count {
      if !isFirst { try budget.spend(at: now) }
      isFirst = false
      do {
        guard let message = try reader.next(in: frame.span.bytes) else { break }
        if let command = try feed.withLock({ try take(message, at: now, feed: &$0) }) {
          commands.append(command)
        }
      } catch let error as WireError {
        try refuse(error)
      } catch let error as ProtocolViolation {
        throw .protocolError(error.reason)
      } catch {
        throw .protocolError("\(error)")
      }
    }
    for command in commands { await stations[Int(command.source)].perform(command) }
    wake()
  }

  private func take(
    _ message: Message, at now: Int64, feed: inout SpectrumFeed
  ) throws(ProtocolViolation) -> Command? {
    takeChanges(into: &feed)
    return try feed.receive(message, at: now) { stations[Int($0)].history }
  }

  /// Answers a message with a value out of range by a notice; bytes that are no messages end the connection.
  private func refuse(_ error: WireError) throws(ClientFault) {
    switch error {
    case .truncated(let byte, let needed):
      throw .protocolError("the message ends at byte \(byte), \(needed) bytes too early")
    case .tooLong(_, let length, let limit):
      throw .protocolError("a message of \(length) bytes is over the limit of \(limit)")
    case .invalid(let byte):
      do throws(ProtocolViolation) {
        try feed.withLock { feed throws(ProtocolViolation) in
          try feed.refuse(
            "Byte \(byte) of a message has a value that is not allowed; the message was ignored.")
        }
      } catch {
        throw .protocolError(error.reason)
      }
    }
  }

  /// What to send now, and when to ask again if nothing else happens.
  func collect(at now: Int64) -> (messages: [Message], wakeMicroseconds: Int64?) {
    feed.withLock { feed in
      takeChanges(into: &feed)
      let messages = feed.collect(at: now) { stations[Int($0)].history }
      return (messages, feed.wakeMicroseconds)
    }
  }
}

/// Why a client's connection is closed.
enum ClientFault: Error, Equatable {
  case notBinary
  case protocolError(String)
  case tooLarge(String)
  case flood(String)
}
