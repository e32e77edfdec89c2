import Dispatch

/// Releases memory after a delay.
///
/// Freeing several megabytes takes about a millisecond, which would delay a client that has cancelled work.
enum LateRelease {
  /// Retains values for 50 milliseconds, then releases them on a background thread.
  static func of(_ values: some Sendable) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(50)) {
      withExtendedLifetime(values) {}
    }
  }
}
