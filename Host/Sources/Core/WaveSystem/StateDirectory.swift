#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder with the program's state between runs: keys, certificates, known devices.
///
/// Only the user may access it. Its files are small, and change as a whole or not at all.
public struct StateDirectory: Sendable {
  /// The maximum bytes in a file: 1 MiB.
  public static let fileBytesLimit = 1 << 20

  /// The path of the folder.
  public let path: String

  /// Finds the user's folder, and creates it if it is missing.
  ///
  /// It is `$STATE_DIRECTORY` as set by a service manager, or the first of several (systemd.exec(5));
  /// otherwise `$XDG_STATE_HOME/waveglass` or `$HOME/.local/state/waveglass`, after the XDG Base Directory
  /// Specification 0.8, which ignores relative paths.
  ///
  /// - Parameter environment: The process's variables.
  /// - Throws: `FileError` if there is no home, the folder cannot be created, or it belongs to others or
  ///   others may write to it.
  public init(environment: [String: String]) throws(FileError) {
    guard let path = Self.path(environment: environment) else {
      throw FileError(path: "HOME", cause: .noHome)
    }
    try self.init(path: path)
  }

  /// The path of the user's folder, whether or not it exists.
  ///
  /// - Parameter environment: The process's variables.
  /// - Returns: Its path; nil if the environment does not give one.
  public static func path(environment: [String: String]) -> String? {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let given = folder("STATE_DIRECTORY"), let first = given.split(separator: ":").first {
      return String(first)
    }
    let base = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
    return base.map { $0 + "/waveglass" }
  }

  /// Opens a folder, and creates it and its parents if they are missing, for the user alone.
  ///
  /// - Throws: `FileError` if it cannot be created, or others may write to it.
  public init(path: String) throws(FileError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        throw FileError(path: made, cause: FileError.Cause(creating: errno))
      }
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, cause: FileError.Cause(creating: errno)) }
    defer { close(descriptor) }
    try Self.check(descriptor, path)
    self.path = path
  }

  /// The path of a file.
  ///
  /// - Parameter name: A name without a folder.
  /// - Returns: The folder's path and the name.
  public func path(of name: String) -> String { path + "/" + name }

  /// Reads a file.
  ///
  /// - Parameter name: A name without a folder.
  /// - Returns: Its content; nil if the file does not exist.
  /// - Throws: `FileError`; a file that others may write, or that is longer than `fileBytesLimit`, is not
  ///   read.
  public func read(_ name: String) throws(FileError) -> [UInt8]? {
    let path = path(of: name)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case EACCES, EPERM: throw FileError(path: path, cause: .notPermitted)
      case ELOOP: throw FileError(path: path, cause: .notPrivate)
      default: throw FileError(path: path, cause: .system(code: errno))
      }
    }
    defer { close(descriptor) }
    try Self.check(descriptor, path)
    let file = try ReadOnlyFile(path: path)
    guard file.byteCount <= Self.fileBytesLimit else {
      throw FileError(path: path, cause: .tooLong(limit: Self.fileBytesLimit))
    }
    var bytes = [UInt8](repeating: 0, count: file.byteCount)
    let count = try file.read(into: &bytes, at: 0)
    return Array(bytes.prefix(count))
  }

  /// Writes a file for the user alone, replacing the old one as a whole.
  ///
  /// - Parameters:
  ///   - bytes: At most `fileBytesLimit`.
  ///   - name: A name without a folder.
  /// - Throws: `FileError`; the old content then remains.
  public func write(_ bytes: [UInt8], to name: String) throws(FileError) {
    guard bytes.count <= Self.fileBytesLimit else {
      throw FileError(path: path(of: name), cause: .tooLong(limit: Self.fileBytesLimit))
    }
    try FileReplacement.write(bytes, path: path(of: name), isPrivate: true)
  }

  /// Removes a file if it exists.
  ///
  /// - Parameter name: A name without a folder.
  public func remove(_ name: String) {
    FileReplacement.remove(path(of: name))
    FileReplacement.synchronizeFolder(of: path(of: name))
  }

  /// Runs work that reads and writes files while no other process does the same.
  ///
  /// It waits for the other process; calls must not be nested.
  ///
  /// - Throws: `FileError` if the lock cannot be acquired; otherwise the error of the work.
  public func exclusively<Value>(_ work: () throws(FileError) -> Value) throws(FileError) -> Value {
    let path = path(of: ".lock")
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, cause: FileError.Cause(creating: errno)) }
    // Closing releases the lock, and so does the end of the process.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError(path: path, cause: .writing(code: errno)) }
    }
    return try work()
  }

  /// Refuses a file that another user owns or may change.
  private static func check(_ descriptor: Int32, _ path: String) throws(FileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, cause: .system(code: errno)) }
    guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw FileError(path: path, cause: .notPrivate)
    }
  }
}
