#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder that keeps the program's state between runs: keys, certificates and paired devices.
///
/// Only the user has access to a newly created folder; a folder that other users can write to is rejected.
/// Its files are small and are replaced atomically.
public struct StateDirectory: Sendable {
  /// The maximum size of a file, in bytes: 1 MiB.
  public static let fileBytesLimit = 1 << 20

  /// The path of the folder.
  public let path: String

  /// Opens the user's state folder, creating it if it does not exist.
  ///
  /// The path is the first folder in `$STATE_DIRECTORY`, if a service manager sets it (systemd.exec(5));
  /// otherwise `$XDG_STATE_HOME/waveglass` or `$HOME/.local/state/waveglass`, as in the XDG Base Directory
  /// Specification 0.8, which ignores relative paths.
  ///
  /// - Parameter environment: The process's environment variables.
  /// - Throws: `FileError` if no home folder is set, the folder cannot be created, or another user owns it or
  ///   can write to it.
  public init(environment: [String: String]) throws(FileError) {
    guard let path = Self.path(environment: environment) else {
      throw FileError(path: "HOME", cause: .noHome)
    }
    try self.init(path: path)
  }

  /// Returns the path of the user's state folder, whether or not it exists.
  ///
  /// - Parameter environment: The process's environment variables.
  /// - Returns: The path; nil if the environment does not determine one.
  public static func path(environment: [String: String]) -> String? {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let given = folder("STATE_DIRECTORY"), let first = given.split(separator: ":").first {
      return String(first)
    }
    let base = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
    return base.map { $0 + "/waveglass" }
  }

  /// Opens a folder, creating it and its missing parents with access for the user only.
  ///
  /// - Throws: `FileError` if the folder cannot be created, or another user owns it or can write to it.
  public init(path: String) throws(FileError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw FileError(creating: made) }
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(creating: path) }
    defer { close(descriptor) }
    try Self.check(descriptor, path)
    self.path = path
  }

  /// Returns the path of a file in the folder.
  ///
  /// - Parameter name: The file's name, without a path.
  /// - Returns: The folder's path, a slash and the name.
  public func path(of name: String) -> String { path + "/" + name }

  /// Reads a file.
  ///
  /// - Parameter name: The file's name, without a path.
  /// - Returns: Its content; nil if the file does not exist.
  /// - Throws: `FileError`, also if another user can write to the file or it is longer than `fileBytesLimit`.
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
    return try ReadOnlyFile(path: path).content(limit: Self.fileBytesLimit)
  }

  /// Writes a file that only the user can access, replacing an existing one atomically.
  ///
  /// - Parameters:
  ///   - bytes: The content, at most `fileBytesLimit` bytes.
  ///   - name: The file's name, without a path.
  /// - Throws: `FileError`, in which case the old content remains.
  public func write(_ bytes: [UInt8], to name: String) throws(FileError) {
    guard bytes.count <= Self.fileBytesLimit else {
      throw FileError(path: path(of: name), cause: .tooLong(limit: Self.fileBytesLimit))
    }
    try FileReplacement.write(bytes, path: path(of: name), isPrivate: true)
  }

  /// Removes a file if it exists.
  ///
  /// - Parameter name: The file's name, without a path.
  public func remove(_ name: String) {
    FileReplacement.remove(path(of: name))
    FileReplacement.synchronizeFolder(of: path(of: name))
  }

  /// Runs a closure that reads and writes files in the folder, while no other process does so.
  ///
  /// The call waits for a lock on the folder. Calls must not be nested.
  ///
  /// - Throws: `FileError` if the lock cannot be acquired, or the closure's error.
  public func exclusively<Value>(_ work: () throws(FileError) -> Value) throws(FileError) -> Value {
    let path = path(of: ".lock")
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(creating: path) }
    // Closing releases the lock, and so does the end of the process.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError(path: path, cause: .writing(code: errno)) }
    }
    return try work()
  }

  /// Throws an error if another user owns the file or can write to it.
  private static func check(_ descriptor: Int32, _ path: String) throws(FileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, cause: .system(code: errno)) }
    guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw FileError(path: path, cause: .notPrivate)
    }
  }
}
