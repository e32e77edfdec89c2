import Dispatch

/// Gives memory back a moment later: for some megabytes the system takes a millisecond, which nobody should
/// wait for who has just given up what they were filled for.
enum LateRelease {
  /// Holds values for a moment.
  static func of(_ values: some Sendable) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(50)) {
      withExtendedLifetime(values) {}
    }
  }
}
