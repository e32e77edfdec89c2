import WaveSystem

/// Detects whether the system's journal reads the output of this process.
public enum JournalStream {
  /// Returns whether a descriptor is the stream whose device and inode systemd specified in `JOURNAL_STREAM`
  /// (systemd.exec(5)).
  ///
  /// The variable alone is not enough: processes started by a service inherit it even if their output is
  /// redirected.
  ///
  /// - Parameters:
  ///   - environment: The process's environment variables.
  ///   - descriptor: The file descriptor; 2 is standard error.
  /// - Returns: Whether the journal reads the descriptor's output.
  public static func isRead(environment: [String: String], descriptor: Int32 = 2) -> Bool {
    let numbers = environment["JOURNAL_STREAM"]?.split(separator: ":").compactMap { UInt64($0) }
    guard let numbers, let identity = FileStamp(descriptor: descriptor)?.identity else { return false }
    return numbers == [identity.device, identity.number]
  }
}
