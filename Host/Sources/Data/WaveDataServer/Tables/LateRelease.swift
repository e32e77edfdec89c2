import Dispatch

/// Releases memory a moment later: freeing some megabytes takes the system a millisecond, for which a client
/// that has cancelled work should not wait.
enum LateRelease {
  /// Keeps values for 50 milliseconds.
  static func of(_ values: some Sendable) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(50)) {
      withExtendedLifetime(values) {}
    }
  }
}
