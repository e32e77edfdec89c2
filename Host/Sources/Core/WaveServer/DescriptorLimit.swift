#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The limit of files and sockets that this process may have open.
enum DescriptorLimit {
  /// Raises it as far as the system allows without special rights: each client needs a descriptor.
  static func raise() {
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // If that is refused, the limit is unchanged, and further connections wait.
    _ = setrlimit(kind, &limit)
  }
}
