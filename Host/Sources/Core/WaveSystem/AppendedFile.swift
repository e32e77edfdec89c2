#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file opened for appending and locked against other writers.
public final class AppendedFile: Sendable {
  /// The file's path, as passed to the initializer.
  public let path: String
  /// Whether the initializer created the file.
  public let isNew: Bool
  private let descriptor: Int32

  /// Creates a file, or opens an existing one for appending.
  ///
  /// - Parameters:
  ///   - path: The path; its folder must exist.
  ///   - replacing: Whether to append to an existing regular file; if false, an existing file is an error.
  ///   - isPrivate: Whether only the owner can read and write a new file.
  /// - Throws: `FileError`, also for folders, devices and pipes, from which the data cannot be read back.
  public init(path: String, replacing: Bool, isPrivate: Bool = false) throws(FileError) {
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK
    var descriptor = open(path, flags | O_CREAT | O_EXCL, isPrivate ? 0o600 : 0o666)
    isNew = descriptor >= 0
    if descriptor < 0, errno == EEXIST, replacing { descriptor = open(path, flags) }
    guard descriptor >= 0 else { throw FileError(creating: path) }
    if let cause = Self.obstacle(descriptor) {
      close(descriptor)
      throw FileError(path: path, cause: cause)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Locks a file, and returns nil on success, or an error if it is not a regular file or cannot be locked.
  private static func obstacle(_ descriptor: Int32) -> FileError.Cause? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .writing(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notRegular }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return nil }
    return errno == EWOULDBLOCK ? .inUse : .writing(code: errno)
  }

  /// Appends bytes until all are written or an error occurs.
  ///
  /// - Parameter bytes: The bytes to append.
  /// - Returns: The number of bytes appended, and the error if not all were.
  public func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { source in
        write(descriptor, source.baseAddress.map { $0 + done }, source.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return (done, FileError(writing: path))
      }
      done += count
    }
    return (done, nil)
  }

  /// Truncates the file to a length in bytes.
  ///
  /// - Throws: `FileError`.
  public func cut(toByteCount byteCount: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw FileError(writing: path) }
  }

  /// Waits until all appended bytes have been written to the disk.
  ///
  /// - Throws: `FileError` if the disk reports a failure; a failed write may be reported only here.
  public func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(writing: path) }
  }

  /// The free space available to the user on the file's disk, in bytes; nil if the system does not report it.
  public var freeByteCount: Int? {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
  }
}

extension FileError {
  /// Creates the error of a failed file creation from its `errno`.
  init(creating path: String, code: Int32 = errno) {
    switch code {
    case ENOENT, ENOTDIR: self.init(path: path, cause: .noFolder)
    case EEXIST: self.init(path: path, cause: .exists)
    case EACCES, EPERM, EROFS: self.init(path: path, cause: .notWritable)
    case EISDIR, ENXIO: self.init(path: path, cause: .notRegular)
    default: self.init(writing: path, code: code)
    }
  }

  /// Creates the error of a failed write from its `errno`.
  init(writing path: String, code: Int32 = errno) {
    switch code {
    case ENOSPC, EDQUOT: self.init(path: path, cause: .full)
    case EFBIG: self.init(path: path, cause: .lengthLimit)
    default: self.init(path: path, cause: .writing(code: code))
    }
  }
}
