#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the system's journal reads what this process writes.
public enum JournalStream {
  /// Whether a descriptor is the one that systemd named in `JOURNAL_STREAM`, by device and inode
  /// (systemd.exec(5)).
  ///
  /// A process that was started by such a service, with its output elsewhere, has the variable too.
  ///
  /// - Parameters:
  ///   - environment: The process's variables.
  ///   - descriptor: 2 is standard error.
  /// - Returns: Whether it is.
  public static func isRead(environment: [String: String], descriptor: Int32 = 2) -> Bool {
    let numbers = environment["JOURNAL_STREAM"]?.split(separator: ":").compactMap { UInt64($0) }
    guard let numbers, numbers.count == 2 else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return UInt64(status.st_dev) == numbers[0] && UInt64(status.st_ino) == numbers[1]
  }
}
