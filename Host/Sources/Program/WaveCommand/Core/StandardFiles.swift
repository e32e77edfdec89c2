import Foundation

/// Handles standard input, output and error, which can be closed or full.
public enum StandardFiles {
  /// Opens `/dev/null` on each standard descriptor that is closed, so that no other file gets that
  /// descriptor.
  ///
  /// Reading from or writing to such a descriptor still fails, as if it were closed.
  public static func hold() {
    for descriptor in 0..<3 where fcntl(Int32(descriptor), F_GETFD) < 0 {
      // `open` uses the lowest free descriptor, which is this one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes text to a descriptor, retrying until all bytes are written.
  ///
  /// - Returns: The `errno` of a failed write; nil on success.
  static func writeText(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)
    while !rest.isEmpty {
      let count = write(descriptor, rest, rest.count)
      if count >= 0 {
        rest.removeFirst(count)
      } else if errno == EAGAIN {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&place, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Writes a message of the program to standard error, ignoring errors, since there is nowhere else to report
  /// them.
  static func say(_ message: String) { _ = writeText("waveglass: \(message)\n", to: STDERR_FILENO) }
}
