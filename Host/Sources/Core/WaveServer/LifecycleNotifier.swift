import Foundation
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import WaveOperations

/// A service that reports to the service manager that the server is alive and, before anything else stops,
/// that it is stopping.
struct LifecycleNotifier: Service {
  let notifier: ServiceNotifier?
  let logger: Logger

  func run() async {
    await withTaskGroup(of: Void.self) { group in
      if let notifier, let microseconds = notifier.watchdogMicroseconds {
        group.addTask { await keepAlive(notifier, every: microseconds / 2) }
      }
      try? await gracefulShutdown()
      group.cancelAll()
    }
    notifier?.stopping()
    // Once the stop is announced, a second signal ends the process immediately.
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    logger.info("stopping")
  }

  /// Sends a keep-alive message at each interval, once every event loop has responded.
  ///
  /// If a thread hangs, the messages stop.
  private func keepAlive(_ notifier: ServiceNotifier, every microseconds: Int64) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .microseconds(microseconds))
      for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { try? await loop.submit {}.get() }
      notifier.keepAlive()
    }
  }
}
