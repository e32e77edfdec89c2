#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much room a disk has.
public enum DiskRoom {
  /// Bytes that the user may still write in a folder; nil if the system does not say.
  public static func freeByteCount(inFolder path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
  }
}
