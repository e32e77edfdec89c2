#if canImport(Glibc)
  package import Glibc
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The identity of a file, its length, and the time of its last change.
public struct FileStamp: Equatable, Sendable {
  /// Identifies a file, independent of its path.
  public struct Identity: Hashable, Sendable {
    fileprivate let device: UInt64
    fileprivate let number: UInt64
  }

  /// The file.
  public let identity: Identity
  /// Length in bytes.
  public let byteCount: Int
  /// The time of the last change: whole seconds since 1970.
  private let seconds: Int
  /// The nanoseconds of that time after the whole seconds.
  private let nanoseconds: Int

  /// Examines a file; nil if there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Examines an open file; nil if the system does not report it.
  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Copies what the system reports.
  package init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }

  /// The time of the last change, in nanoseconds since 1970.
  public var modifiedNanoseconds: Int64 { Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds) }

  /// The stamp in one line.
  public var text: String {
    "\(identity.device) \(identity.number) \(byteCount) \(seconds) \(nanoseconds)"
  }

  /// Whether both are the same file, which may have changed in between.
  public func isSameFile(as other: FileStamp) -> Bool { identity == other.identity }
}
