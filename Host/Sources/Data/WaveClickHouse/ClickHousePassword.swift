import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the password of a server's user, in places that others do not see.
public enum ClickHousePassword {
  /// Bytes of a password at most.
  public static let byteLimit = 1024

  /// Looks into a file, then into the environment, then asks.
  ///
  /// - Parameters:
  ///   - file: The path of a file with the password in its first line; else `CLICKHOUSE_PASSWORD_FILE` is
  ///     taken. It must be the user's, and no one else's to read.
  ///   - environment: The process's variables; `CLICKHOUSE_PASSWORD` is the password.
  ///   - prompt: Asks whoever sits there; nil where nobody does.
  /// - Returns: The password; empty where there is none.
  /// - Throws: `ClickHouseError` of the file, or of what cannot be a password.
  public static func find(
    file: String?, environment: [String: String], prompt: (() -> String?)?
  ) throws(ClickHouseError) -> String {
    if let path = file ?? environment["CLICKHOUSE_PASSWORD_FILE"] { return try content(of: path) }
    return try checked(environment["CLICKHOUSE_PASSWORD"] ?? prompt?() ?? "")
  }

  private static func content(of path: String) throws(ClickHouseError) -> String {
    // Without waiting, so that a pipe without a writer does not hold the process.
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
      throw .notPassword("in \(path) is no UTF-8 text")
    }
    // Swift takes \r\n as one character.
    if let last = text.last, last.isNewline { text.removeLast() }
    return try checked(text)
  }

  /// A password that a header can carry.
  private static func checked(_ text: String) throws(ClickHouseError) -> String {
    guard text.utf8.count <= byteLimit else { throw .notPassword("has more than \(byteLimit) bytes") }
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .notPassword("has line breaks or control characters")
    }
    return text
  }

  /// Asks on the terminal, without showing what is typed.
  ///
  /// - Parameters:
  ///   - user: Whose password is asked for.
  ///   - place: Where it is needed.
  /// - Returns: What was typed; nil where there is no terminal.
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
    let question = Array("Password of \(user) at \(place): ".utf8)
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
