#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Disk space reserved for data that must still be written when the disk is full.
///
/// The space is released when the object is deinitialized or the process ends, since it belongs to an
/// unlinked file.
public final class SpaceReserve: Sendable {
  private let descriptor: Int32

  /// Reserves space on the disk that contains a file.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes to reserve.
  ///   - path: A file on that disk; a temporary file is created in its folder and unlinked immediately.
  /// - Throws: `FileError` if the file cannot be created or the disk has too little space.
  public init(byteCount: Int, beside path: String) throws(FileError) {
    let name = path + ".reserve"
    unlink(name)
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, cause: FileError.Cause(creating: errno)) }
    unlink(name)
    let zeros = [UInt8](repeating: 0, count: byteCount)
    var done = 0
    while done < byteCount {
      let count = write(descriptor, zeros, byteCount - done)
      if count > 0 {
        done += count
      } else if errno != EINTR {
        let code = errno
        close(descriptor)
        throw FileError(path: path, cause: FileError.Cause(writing: code))
      }
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
