#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that grows at its end, locked against other writers.
public final class AppendedFile: Sendable {
  /// The path as given.
  public let path: String
  /// Whether the file did not exist before.
  public let isNew: Bool
  private let descriptor: Int32

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path; its folder must exist.
  ///   - replacing: Whether an existing plain file is used, with its content; otherwise it is an error.
  ///   - isPrivate: Whether only the user may read and write a new file.
  /// - Throws: `FileError`; folders, devices and pipes are refused, since what is read back must be what was
  ///   written.
  public init(path: String, replacing: Bool, isPrivate: Bool = false) throws(FileError) {
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK
    var descriptor = open(path, flags | O_CREAT | O_EXCL, isPrivate ? 0o600 : 0o666)
    isNew = descriptor >= 0
    if descriptor < 0, errno == EEXIST, replacing { descriptor = open(path, flags) }
    guard descriptor >= 0 else { throw FileError(path: path, cause: FileError.Cause(creating: errno)) }
    if let cause = Self.obstacle(descriptor) {
      close(descriptor)
      throw FileError(path: path, cause: cause)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Locks the file; returns the obstacle if that fails.
  private static func obstacle(_ descriptor: Int32) -> FileError.Cause? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .writing(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notRegular }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return nil }
    return errno == EWOULDBLOCK ? .inUse : .writing(code: errno)
  }

  /// Appends as many bytes as fit.
  ///
  /// - Parameter bytes: What to append.
  /// - Returns: The number of bytes appended, and the obstacle if they were not all.
  public func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { source in
        write(descriptor, source.baseAddress.map { $0 + done }, source.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return (done, FileError(path: path, cause: FileError.Cause(writing: errno)))
      }
      done += count
    }
    return (done, nil)
  }

  /// Truncates the file.
  ///
  /// - Throws: `FileError`.
  public func cut(toByteCount byteCount: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
      throw FileError(path: path, cause: FileError.Cause(writing: errno))
    }
  }

  /// Waits until all appended bytes are on the disk.
  ///
  /// - Throws: `FileError` if the disk reports a failure, which may come only now.
  public func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else {
      throw FileError(path: path, cause: FileError.Cause(writing: errno))
    }
  }

  /// Bytes that the user may still write on its disk; nil if the system does not report it.
  public var freeByteCount: Int? {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
  }
}

extension FileError.Cause {
  /// Translates the system's error when a file cannot be created.
  init(creating code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .noFolder
    case EEXIST: self = .exists
    case EACCES, EPERM, EROFS: self = .notWritable
    case EISDIR, ENXIO: self = .notRegular
    default: self.init(writing: code)
    }
  }

  /// Translates the system's error when a file cannot be written.
  init(writing code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .full
    case EFBIG: self = .lengthLimit
    default: self = .writing(code: code)
    }
  }
}
