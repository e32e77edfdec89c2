#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file a path leads to, and whether it was written since.
struct FileStamp: Equatable, Sendable {
  let device: UInt64
  let number: UInt64
  let byteCount: Int
  let seconds: Int
  let nanoseconds: Int

  /// Looks at a file; nil where there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Looks at an open file; nil where the system does not tell.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Takes over what the system tells.
  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }

  /// All of it in one line.
  var text: String { "\(device) \(number) \(byteCount) \(seconds) \(nanoseconds)" }

  /// Whether both are one file, which may have been written between.
  func isSameFile(as other: FileStamp) -> Bool { device == other.device && number == other.number }
}
