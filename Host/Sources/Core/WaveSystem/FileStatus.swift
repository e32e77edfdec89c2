#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whose a file is, and who may do what with it.
public struct FileStatus: Equatable, Sendable {
  /// The user whose it is.
  public let owner: UInt32
  /// Permissions of owner, group and others.
  public let mode: UInt32
  /// Whether it is a folder.
  public let isFolder: Bool

  /// Asks the system; nil where there is no such file.
  ///
  /// A link is not followed.
  public init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    owner = status.st_uid
    mode = UInt32(status.st_mode & 0o7777)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
