#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file opened for reading at any offset.
///
/// Files are read rather than mapped, since truncating a mapped file while it is in use terminates the
/// process.
public final class ReadOnlyFile: Sendable {
  /// The file's path, as passed to the initializer.
  public let path: String
  /// The file's length in bytes when the file was opened.
  public let byteCount: Int
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: `FileError`, also for folders, devices and pipes, which have no length.
  public init(path: String) throws(FileError) {
    // The file is opened without blocking, so that a pipe without a writer does not block the process.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path: path, cause: Self.cause(of: errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw FileError(path: path, cause: .system(code: code))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw FileError(path: path, cause: .notRegular)
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The file's name: the last component of the path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Reads into a buffer until it is full or the file ends.
  ///
  /// - Parameters:
  ///   - buffer: The buffer to fill from its start; its size does not change.
  ///   - offset: The file offset at which to start; at or beyond the end, nothing is read.
  /// - Returns: The number of bytes read.
  /// - Throws: `FileError` if the system cannot read the file.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(FileError) -> Int {
    var filled = 0
    while filled < buffer.count, offset >= 0 {
      let count = buffer.withUnsafeMutableBytes { bytes in
        pread(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled, off_t(offset + filled))
      }
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw FileError(path: path, cause: .system(code: errno))
      }
      filled += count
    }
    return filled
  }

  /// Returns the file's content.
  ///
  /// - Parameter limit: The maximum length in bytes.
  /// - Returns: The bytes of the file.
  /// - Throws: `FileError` if the file is longer or the system cannot read it.
  public func content(limit: Int) throws(FileError) -> [UInt8] {
    guard byteCount <= limit else { throw FileError(path: path, cause: .tooLong(limit: limit)) }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let count = try read(into: &bytes, at: 0)
    return Array(bytes.prefix(count))
  }

  /// Returns the file's current length in bytes, which is greater than `byteCount` if the file has grown.
  ///
  /// - Throws: `FileError` if the system does not report it.
  public func currentByteCount() throws(FileError) -> Int {
    guard let stamp = FileStamp(descriptor: descriptor) else {
      throw FileError(path: path, cause: .system(code: errno))
    }
    return stamp.byteCount
  }

  private static func cause(of code: Int32) -> FileError.Cause {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .notPermitted
    default: .system(code: code)
    }
  }
}
