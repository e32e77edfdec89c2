package import Logging
package import NIOCore
import CoreMetrics
import Synchronization

/// The clients of all instruments on one event loop.
///
/// Clients are served only on their event loop, so they need no locks.
package final class SessionLoop: Sendable {
  /// The event loop that serves the clients.
  package let eventLoop: any EventLoop
  let metrics: ServerMetrics
  let logger: Logger
  private let bound: NIOLoopBound<SessionScheduler>

  /// Creates a session loop for an event loop, initially without clients; must be called on the event loop.
  ///
  /// - Parameters:
  ///   - eventLoop: The event loop.
  ///   - metrics: The metrics to update.
  ///   - logger: The logger for clients that connect and leave.
  package init(eventLoop: any EventLoop, metrics: ServerMetrics, logger: Logger) {
    self.eventLoop = eventLoop
    self.metrics = metrics
    self.logger = logger
    bound = NIOLoopBound(SessionScheduler(eventLoop: eventLoop), eventLoop: eventLoop)
  }

  /// The scheduler of the loop's clients, which must only be used on the loop.
  package var scheduler: SessionScheduler { bound.value }
}

/// A server's event loops that have served at least one client.
final class SessionLoops: Sendable {
  private let metrics: ServerMetrics
  private let logger: Logger
  private let loops = Mutex<[ObjectIdentifier: SessionLoop]>([:])

  init(metrics: ServerMetrics, logger: Logger) {
    self.metrics = metrics
    self.logger = logger
  }

  /// Returns the session loop of an event loop, creating it on the first call; must be called on that loop.
  func loop(of eventLoop: any EventLoop) -> SessionLoop {
    let key = ObjectIdentifier(eventLoop)
    if let known = loops.withLock({ $0[key] }) { return known }
    let loop = SessionLoop(eventLoop: eventLoop, metrics: metrics, logger: logger)
    loops.withLock { $0[key] = loop }
    return loop
  }
}
