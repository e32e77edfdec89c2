#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The owner and the permissions of a file.
public struct FileStatus: Equatable, Sendable {
  /// The user who owns it.
  public let owner: UInt32
  /// Permissions of owner, group and others.
  public let mode: UInt32
  /// Whether it is a folder.
  public let isFolder: Bool

  /// Reads the status of a file; nil if it does not exist.
  ///
  /// Links are not followed.
  public init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    owner = status.st_uid
    mode = UInt32(status.st_mode & 0o7777)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
