import Foundation

/// Standard input, output and error, which can be closed or full.
public enum StandardFiles {
  /// Takes the places of those that are closed, so that no file that is opened later gets what is meant for
  /// them.
  ///
  /// What is written there fails as if they were closed still.
  public static func hold() {
    for descriptor in 0..<3 where fcntl(Int32(descriptor), F_GETFD) < 0 {
      // The lowest free place is taken, which is this one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all of some bytes.
  ///
  /// - Returns: `errno` where they could not be written; nil where all is well.
  static func put(_ text: String, to descriptor: Int32) -> Int32? {
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

  /// Writes a line to standard error; where that cannot be, there is nobody to be told.
  static func say(_ line: String) {
    _ = put(line + "\n", to: STDERR_FILENO)
  }
}
