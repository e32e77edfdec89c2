#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The limit on open files and sockets of this process.
public enum DescriptorLimit {
  #if canImport(Glibc)
    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let kind = RLIMIT_NOFILE
  #endif

  private static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(kind, &limit) == 0 ? limit : nil
  }

  /// The current limit; nil if unknown.
  public static var current: UInt64? { limit.map { UInt64($0.rlim_cur) } }

  /// The highest limit that this process can set without privileges; nil if unknown.
  public static var highest: Int? { limit.map { Int(clamping: $0.rlim_max) } }

  /// Raises the limit as far as an unprivileged process can, since each client needs a file descriptor.
  public static func raise() {
    guard var limit, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // If the call fails, the limit is unchanged, and surplus connections wait.
    _ = setrlimit(kind, &limit)
  }
}
