import Dispatch
import Foundation

/// Ends work in good order when the process is told to stop; told again, it stops at once.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Lets a write that fails say so by its error, of which more can be told than by a signal.
  static func tellFailedWritesByErrors() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// - Parameter end: Called when the first signal comes.
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

  /// Signals are what they were.
  func stop() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
