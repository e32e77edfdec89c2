package import Logging
package import NIOCore
import CoreMetrics
import Synchronization
import WaveSystem

/// The clients of one event loop, for all instruments.
///
/// Clients are served on their event loop alone, so they need no locks.
package final class SessionLoop: Sendable {
  /// The loop.
  package let eventLoop: any EventLoop
  let metrics: ServerMetrics
  let logger: Logger
  private let bound: NIOLoopBound<SessionScheduler>

  /// Prepares an event loop; called on that loop.
  ///
  /// - Parameters:
  ///   - eventLoop: The loop.
  ///   - metrics: The metrics to count in.
  ///   - logger: Logs clients that connect and leave.
  package init(eventLoop: any EventLoop, metrics: ServerMetrics, logger: Logger) {
    self.eventLoop = eventLoop
    self.metrics = metrics
    self.logger = logger
    bound = NIOLoopBound(SessionScheduler(eventLoop: eventLoop), eventLoop: eventLoop)
  }

  /// The scheduler of the loop's clients; use it only on the loop.
  package var scheduler: SessionScheduler { bound.value }

  /// Counts an event that was dropped for all clients of the loop.
  package func countOverrun() { metrics.rowsOverrun.increment() }

  /// Server time in microseconds.
  package static var now: Int64 { MonotonicClock.microseconds }
}

/// The loops of a server that have had a client.
final class SessionLoops: Sendable {
  private let metrics: ServerMetrics
  private let logger: Logger
  private let loops = Mutex<[ObjectIdentifier: SessionLoop]>([:])

  init(metrics: ServerMetrics, logger: Logger) {
    self.metrics = metrics
    self.logger = logger
  }

  /// Returns the clients of an event loop, and creates them on the first call; called on that loop.
  func loop(of eventLoop: any EventLoop) -> SessionLoop {
    let key = ObjectIdentifier(eventLoop)
    if let known = loops.withLock({ $0[key] }) { return known }
    let loop = SessionLoop(eventLoop: eventLoop, metrics: metrics, logger: logger)
    loops.withLock { $0[key] = loop }
    return loop
  }
}
