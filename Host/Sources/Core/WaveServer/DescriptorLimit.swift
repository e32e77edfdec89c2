#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The limit on open files and sockets of this process.
enum DescriptorLimit {
  /// Raises the limit as far as an unprivileged process can, since each client needs a file descriptor.
  static func raise() {
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // If the call fails, the limit is unchanged, and surplus connections wait.
    _ = setrlimit(kind, &limit)
  }
}
