/// An error reading or writing a file, with its path and cause.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause of the failure.
  public enum Cause: Equatable, Sendable {
    /// The file does not exist.
    case notFound
    /// The user has no permission to read the file.
    case notPermitted
    /// The path is a folder, a device or a pipe, not a regular file.
    case notRegular
    /// A read failed; holds `errno`.
    case system(code: Int32)
    /// The gzip data is damaged; holds the offset in the compressed file.
    case gzipCorrupt(byte: Int)
    /// The gzip data is truncated; holds the offset in the compressed file.
    case gzipTruncated(byte: Int)
    /// The gzip data decompresses to more than the limit; holds the limit in bytes.
    case gzipTooLarge(limit: Int)
    /// The content of one of the program's own files is invalid.
    case damaged
    /// The file already exists and must not be overwritten.
    case exists
    /// The folder of the new file does not exist.
    case noFolder
    /// The user has no permission to write to the folder or the file.
    case notWritable
    /// Another program is writing the file.
    case inUse
    /// The disk is full.
    case full
    /// The file has reached the maximum size set by the user's limits or the file system.
    case lengthLimit
    /// A write failed; holds `errno`.
    case writing(code: Int32)
    /// The file is longer than the limit; holds the limit in bytes.
    case tooLong(limit: Int)
    /// Another user owns the file or can write to it.
    case notPrivate
    /// The environment does not specify the user's home folder.
    case noHome
  }

  /// The path of the file.
  public var path: String
  /// The cause of the failure.
  public var cause: Cause

  /// Creates an error.
  public init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// A one-line description of the error.
  public var description: String { "\(path): \(reason)" }

  private var reason: String {
    switch cause {
    case .notFound: "no such file. Check the path"
    case .notPermitted: "permission denied. Check its permissions"
    case .notRegular: "is not a regular file. Give the path of a recording"
    case .system(let code): "the system could not read it (error \(code)). Check the disk"
    case .gzipCorrupt(let byte):
      "the gzip data is damaged at byte \(byte). Copy the file again, or recover what you can with zcat"
    case .gzipTruncated(let byte):
      "the gzip data ends early, at byte \(byte). Copy the file again, or recover what is there with zcat"
    case .gzipTooLarge(let limit):
      "decompresses to more than \(limit) bytes. Decompress it and extract the part that you need"
    case .damaged: "is damaged. Restore it, or move it away to start over"
    case .exists: "already exists. Choose another name, or replace it with --force"
    case .noFolder: "its folder does not exist. Create it, or choose another"
    case .notWritable: "is not writable. Check the permissions of its folder, or choose another"
    case .inUse: "is being written by another program. Choose another name"
    case .full: "the disk is full. Free some space, or choose another disk"
    case .lengthLimit:
      "the file has reached its maximum size. Raise ulimit -f, or choose another file system"
    case .writing(let code): "the system could not write it (error \(code)). Check the disk"
    case .tooLong(let limit): "is longer than \(limit) bytes, so it cannot be valid. Move it away"
    case .notPrivate:
      """
      other users can change it, or it is not yours. Make it yours alone with chown and chmod go-w, or move \
      it away
      """
    case .noHome: "is not set. Set it to a folder of your own"
    }
  }
}
