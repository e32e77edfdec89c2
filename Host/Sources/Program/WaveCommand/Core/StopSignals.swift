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

  /// Runs work in a task that the signals cancel, then restores their default handling and removes the status
  /// line of the work.
  static func result<Value: Sendable, Failure: Error>(
    _ line: StatusLine, of work: @escaping @Sendable () async throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    let task = Task { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
    }
    let signals = StopSignals { task.cancel() }
    let result = await task.value
    signals.stop()
    line.clear()
    return result
  }

  /// Restores the default handling of the signals.
  func stop() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
