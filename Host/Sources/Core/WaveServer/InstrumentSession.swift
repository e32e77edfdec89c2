/// A client's session with an instrument, confined to the client's event loop.
package protocol InstrumentSession: AnyObject {
  /// Receives the messages of one frame from the client, and acts on them.
  ///
  /// - Parameters:
  ///   - frame: Whole messages.
  ///   - now: Server time in microseconds.
  ///   - budget: The client's remaining budget. The frame's first message has already been counted.
  /// - Throws: The reason to close the connection.
  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault)

  /// Whether there are messages to send now.
  func isDue(at now: Int64) -> Bool

  /// The time at which to call `isDue` again if nothing else happens; `Int64.max` if that is not needed.
  var wakeMicroseconds: Int64 { get }

  /// Writes the messages to send now.
  func collect(at now: Int64, into frames: inout MeteredFrames)

  /// Ends the session, since the client has left: its views and requests are dropped.
  func close(at now: Int64)
}

extension InstrumentSession {
  /// Never, since most sessions send only in response to an event.
  package var wakeMicroseconds: Int64 { .max }
}

/// A session that receives the events of its instrument's sources.
package protocol EventSession: InstrumentSession, SendableMetatype {
  associatedtype Event: SourceEventing

  /// Receives an event of a source.
  func receive(_ event: Event, from source: UInt16)
}

/// An event of a source, which waits in the inbox of an event loop.
package protocol SourceEventing: Sendable {
  /// Whether the event is a row; rows are dropped first if too many events wait.
  var isRow: Bool { get }
  /// Whether the event only signals that there is something to read, so that one in the inbox is enough.
  var isSignal: Bool { get }
}

extension SourceEventing {
  /// False, since most events are not rows.
  package var isRow: Bool { false }
  /// False, since most events carry their content.
  package var isSignal: Bool { false }
}
