#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The free space on disks.
public enum DiskRoom {
  /// Returns the free space available to the user on a folder's disk, in bytes; nil if the system does not
  /// report it.
  public static func freeByteCount(inFolder path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
  }
}
