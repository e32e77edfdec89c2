package import Dispatch

extension DispatchQueue {
  /// Runs work on the queue, after the work that waits there already, and returns its result.
  package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in async { continuation.resume(returning: work()) } }
  }
}
