import HostTestSupport
import Logging
import NIOCore
package import WaveServer

/// An event loop without clients: it says when something has happened at the sources whose hubs are on it, and what it wakes.
package struct NotingHub {
  /// The loop; `run` does something on it.
  package let loop: SessionLoop
  /// Says that there is something for a client.
  package let waker: ClientWaker
  private let changes = Changes()

  /// Takes one of the system's loops.
  package init() async throws {
    let eventLoop = NotingLoop(changes: changes)
    waker = ClientWaker { [changes] in changes.note() }
    loop = try await eventLoop.base.submit {
      SessionLoop(eventLoop: eventLoop, metrics: ServerMetrics(), logger: Logger(label: "test"))
    }.get()
  }

  /// A hub for sessions of a kind, which has none.
  package func hub<Session: EventSession>(of kind: Session.Type) async throws -> SessionHub<Session> {
    try await run { SessionHub<Session>(on: $0) }
  }

  /// Does something on the loop.
  package func run<Value: Sendable>(_ body: @escaping @Sendable (SessionLoop) throws -> Value) async throws
    -> Value
  {
    try await loop.eventLoop.submit { [loop] in try body(loop) }.get()
  }

  /// Waits until something holds that is looked at after each event.
  package func until(_ holds: () throws -> Bool) async rethrows { try await changes.until(holds) }
}
