import Foundation
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import WaveOperations

/// Tells the service manager that the server stops, before anything else does, and until then that it is
/// alive.
struct Herald: Service {
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
    // Who asks once more does not want to wait; from when it is said on.
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    logger.info("stopping")
  }

  /// Says so only where each thread that serves has answered: one that hangs is to be found out.
  private func keepAlive(_ notifier: ServiceNotifier, every microseconds: Int64) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .microseconds(microseconds))
      for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { try? await loop.submit {}.get() }
      notifier.keepAlive()
    }
  }
}
