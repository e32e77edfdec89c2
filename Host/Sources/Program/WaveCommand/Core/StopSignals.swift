import Dispatch
import Foundation

/// Stops work gracefully on the first SIGINT, SIGTERM or SIGHUP; a second one ends the process immediately.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Ignores SIGPIPE and SIGXFSZ, so that failed writes return an error instead of ending the process.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Starts to handle the signals.
  ///
  /// - Parameter end: Called on the first signal, to stop the work.
  init(_ end: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        end()
      }
      source.resume()
      return source
    }
  }

  /// Restores the default handling of the signals.
  func stop() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
