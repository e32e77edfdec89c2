/// One client's session with one instrument: messages in, answers out; lives on the client's event loop.
package protocol InstrumentSession: AnyObject {
  /// Receives the messages in one frame from the client and has its wishes performed.
  ///
  /// - Parameters:
  ///   - frame: Whole messages.
  ///   - now: Server time in microseconds.
  ///   - budget: What the client may still send; the frame has been counted for its first message.
  /// - Throws: Why the connection is to be closed.
  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault)

  /// Whether there is something to send now.
  func isDue(at now: Int64) -> Bool

  /// When to ask again if nothing else happens; the end of time where there is no need to.
  var wakeMicroseconds: Int64 { get }

  /// Writes what is to be sent now.
  func collect(at now: Int64, into frames: inout MeteredFrames)

  /// The client is gone: it shows nothing any more, and asks for nothing.
  func close(at now: Int64)
}

extension InstrumentSession {
  /// Most send only after something has happened.
  package var wakeMicroseconds: Int64 { .max }
}

/// A session that hears what happens at its instrument's sources.
package protocol EventSession: InstrumentSession, SendableMetatype {
  associatedtype Event: SourceEventing

  /// Receives what happened at a source.
  func receive(_ event: Event, from source: UInt16)
}

/// What happened at a source, as it waits for an event loop.
package protocol SourceEventing: Sendable {
  /// Whether it is a row, which is dropped before anything else where too many events wait.
  var isRow: Bool { get }
  /// Whether it says only that there is something to read, so that one that waits is enough.
  var isSignal: Bool { get }
}

extension SourceEventing {
  /// Most are no rows.
  package var isRow: Bool { false }
  /// Most bring what they report.
  package var isSignal: Bool { false }
}
