#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The owner and the permissions of a file.
public struct FileStatus: Equatable, Sendable {
  /// The user identifier of the owner.
  public let owner: UInt32
  /// The permission bits for owner, group and others.
  public let mode: UInt32
  /// Whether the file is a folder.
  public let isFolder: Bool
  /// Whether the file is a regular file or a symbolic link.
  package let isFileOrLink: Bool

  /// Creates the status of a file, or returns nil if the file does not exist.
  ///
  /// Symbolic links are not followed.
  public init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    owner = status.st_uid
    mode = UInt32(status.st_mode & 0o7777)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isFileOrLink = [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
  }
}
