/// A client's session with an instrument; all calls are made on the client's event loop.
package protocol InstrumentSession: AnyObject {
  /// Receives and processes the messages of one frame from the client.
  ///
  /// - Parameters:
  ///   - frame: Complete messages.
  ///   - now: Server time in microseconds.
  ///   - budget: The client's message budget, from which the frame's first message has already been spent.
  /// - Throws: The reason to close the connection.
  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault)

  /// Returns whether there are messages to send now.
  func isDue(at now: Int64) -> Bool

  /// The time at which to call `isDue` again unless an event occurs earlier; `Int64.max` if there is no such
  /// time.
  var wakeMicroseconds: Int64 { get }

  /// Appends the messages to send now.
  func collect(at now: Int64, into frames: inout MeteredFrames)

  /// Ends the session, dropping its views and requests; called when the client has left.
  func close(at now: Int64)
}

extension InstrumentSession {
  /// The default, `Int64.max`, for sessions that send messages only in response to an event.
  package var wakeMicroseconds: Int64 { .max }
}

/// A session that receives the events of its instrument's sources.
package protocol EventSession: InstrumentSession, SendableMetatype {
  associatedtype Event: SourceEventing

  /// Receives an event from a source.
  func receive(_ event: Event, from source: UInt16)
}

/// An event from a source, which is queued in the inbox of an event loop.
package protocol SourceEventing: Sendable {
  /// Whether the event is a row; rows are dropped first if too many events are queued.
  var isRow: Bool { get }
  /// Whether the event only signals that data is available, so that the inbox keeps at most one such event.
  var isSignal: Bool { get }
}

extension SourceEventing {
  /// False unless the event overrides this.
  package var isRow: Bool { false }
  /// False unless the event overrides this.
  package var isSignal: Bool { false }
}
