#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The free space of disks.
public enum DiskRoom {
  /// Bytes that the user may still write in a folder; nil if the system does not report it.
  public static func freeByteCount(inFolder path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
  }
}
