#if canImport(Glibc)
  package import Glibc
#elseif canImport(Darwin)
  package import Darwin
#endif

/// A file's identity, length and modification time, which show whether the file has changed.
public struct FileStamp: Equatable, Sendable {
  /// The identity of a file, independent of its path.
  public struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64
  }

  /// The file's identity.
  public let identity: Identity
  /// The file's length in bytes.
  public let byteCount: Int
  /// The whole seconds of the modification time, since 1970.
  private let seconds: Int
  /// The nanoseconds of the modification time within its second.
  private let nanoseconds: Int

  /// Creates the stamp of the file at a path, or returns nil if there is no such file.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the stamp of an open file, or returns nil if the system reports an error.
  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates a stamp from the result of `stat`.
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

  /// The file's modification time, in nanoseconds since 1970.
  public var modifiedNanoseconds: Int64 { Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds) }

  /// The stamp as one line of text: device, inode, length and modification time.
  public var text: String { "\(identity.device) \(identity.number) \(byteCount) \(seconds) \(nanoseconds)" }

  /// Returns whether two stamps belong to the same file, even if its content has changed.
  public func isSameFile(as other: FileStamp) -> Bool { identity == other.identity }
}
