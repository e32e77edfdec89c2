import HostTestSupport
import Logging
import NIOCore
package import WaveServer

/// An event loop without clients, which reports events of the sources whose hubs are on it, and wake-ups.
package struct NotingHub {
  /// The event loop; use `run` to execute code on it.
  package let loop: SessionLoop
  /// Reports that an answer for a client is ready.
  package let waker: ClientWaker
  private let changes = Changes()

  /// Uses one of the system's event loops.
  package init() async throws {
    let eventLoop = NotingLoop(changes: changes)
    waker = ClientWaker { [changes] in changes.note() }
    loop = try await eventLoop.base.submit {
      SessionLoop(eventLoop: eventLoop, metrics: ServerMetrics(), logger: Logger(label: "test"))
    }.get()
  }

  /// Makes a hub without sessions.
  package func hub<Session: EventSession>(of kind: Session.Type) async throws -> SessionHub<Session> {
    try await run { SessionHub<Session>(on: $0) }
  }

  /// Executes code on the event loop.
  package func run<Value: Sendable>(_ body: @escaping @Sendable (SessionLoop) throws -> Value) async throws
    -> Value
  {
    try await loop.eventLoop.submit { [loop] in try body(loop) }.get()
  }

  /// Waits until something holds that is looked at after each event.
  package func until(_ holds: () throws -> Bool) async rethrows { try await changes.until(holds) }
}
