import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds a user's password for a ClickHouse server in places that other users cannot see.
public enum ClickHousePassword {
  /// The maximum length of a password, in bytes.
  public static let byteLimit = 1024

  /// Returns a password from a file, the environment or the user, whichever is available first.
  ///
  /// - Parameters:
  ///   - file: The path of a file with the password in its first line; nil for the path in
  ///     `CLICKHOUSE_PASSWORD_FILE`. The file must belong to the user, and no other user may have access to
  ///     it.
  ///   - environment: The process's environment variables; `CLICKHOUSE_PASSWORD` is the password.
  ///   - prompt: Asks the user; nil if there is no terminal.
  /// - Returns: The password; empty if there is none.
  /// - Throws: `ClickHouseError` about the file, or about a text that cannot be used as a password.
  public static func find(
    file: String?, environment: [String: String], prompt: (() -> String?)?
  ) throws(ClickHouseError) -> String {
    if let path = file ?? environment["CLICKHOUSE_PASSWORD_FILE"] { return try content(of: path) }
    return try checked(environment["CLICKHOUSE_PASSWORD"] ?? prompt?() ?? "")
  }

  private static func content(of path: String) throws(ClickHouseError) -> String {
    // The file is opened in nonblocking mode, so that a pipe without a writer does not block the process.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .file(FileError(path: path, cause: .notFound))
      case EACCES, EPERM: throw .file(FileError(path: path, cause: .notPermitted))
      default: throw .file(FileError(path: path, cause: .system(code: errno)))
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .file(FileError(path: path, cause: .system(code: errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .file(FileError(path: path, cause: .notRegular)) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .passwordFileOpen(path: path) }
    var bytes = [UInt8](repeating: 0, count: byteLimit + 2)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .file(FileError(path: path, cause: .system(code: errno))) }
    bytes.removeLast(bytes.count - count)
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw .notPassword("in \(path) is not UTF-8 text")
    }
    // Swift treats \r\n as a single character.
    if let last = text.last, last.isNewline { text.removeLast() }
    return try checked(text)
  }

  /// Returns a password after checking that an HTTP header can carry it.
  private static func checked(_ text: String) throws(ClickHouseError) -> String {
    guard text.utf8.count <= byteLimit else { throw .notPassword("has more than \(byteLimit) bytes") }
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .notPassword("has line breaks or control characters")
    }
    return text
  }

  /// Asks for the password on the terminal, without showing what is typed.
  ///
  /// - Parameters:
  ///   - user: The user to name in the prompt.
  ///   - place: The server to name in the prompt.
  /// - Returns: The typed text; nil if there is no terminal.
  public static func ask(user: String, place: String) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    defer { tcsetattr(terminal, TCSAFLUSH, &before) }
    let question = Array("Password for \(user) at \(place): ".utf8)
    _ = write(terminal, question, question.count)
    var typed: [UInt8] = []
    var byte: UInt8 = 0
    while read(terminal, &byte, 1) == 1, byte != 0x0A, byte != 0x0D, typed.count < byteLimit {
      typed.append(byte)
    }
    _ = write(terminal, [0x0A], 1)
    return String(validating: typed, as: UTF8.self)
  }
}
