#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Disk space reserved for what must still be written when the disk is full.
///
/// It is a file without a name: the system frees it when the process ends, however it ends.
public final class SpaceReserve: Sendable {
  private let descriptor: Int32

  /// Reserves space on the disk of a file.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes.
  ///   - path: The file, in whose folder a name is used for a moment.
  /// - Throws: `FileError` if there is no room, or the folder cannot be written.
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
