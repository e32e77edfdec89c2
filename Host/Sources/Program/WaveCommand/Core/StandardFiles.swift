import Foundation

/// Standard input, output and error, which can be closed or full.
public enum StandardFiles {
  /// Opens the closed ones of the three, so that no other file gets their descriptor and their output.
  ///
  /// Writing to them fails, as if they were still closed.
  public static func hold() {
    for descriptor in 0..<3 where fcntl(Int32(descriptor), F_GETFD) < 0 {
      // `open` uses the lowest free descriptor, which is this one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes the whole text.
  ///
  /// - Returns: `errno` if it cannot be written; nil on success.
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

  /// Writes a line to standard error; a failure is ignored, since it cannot be reported.
  static func say(_ line: String) {
    _ = writeText(line + "\n", to: STDERR_FILENO)
  }
}
