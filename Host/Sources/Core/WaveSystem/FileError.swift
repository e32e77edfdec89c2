/// The reason why a file cannot be read or written: the path, the cause and the remedy.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause of the failure.
  public enum Cause: Equatable, Sendable {
    /// There is no such file.
    case notFound
    /// The user may not read the file.
    case notPermitted
    /// It is a folder, a device or a pipe.
    case notRegular
    /// The system failed to read; holds `errno`.
    case system(code: Int32)
    /// The gzip data is damaged at a byte of the compressed file.
    case gzipCorrupt(byte: Int)
    /// The compressed file ends too early, at a byte.
    case gzipTruncated(byte: Int)
    /// It unpacks to more than a limit in bytes.
    case gzipTooLarge(limit: Int)
    /// Its content is not what the program wrote.
    case damaged
    /// The file exists and must not be lost.
    case exists
    /// The folder to write into is missing.
    case noFolder
    /// The folder or file may not be written.
    case notWritable
    /// Another program is writing it.
    case inUse
    /// The disk has no more room.
    case full
    /// The file may not grow further: the user's limit, or that of the file system.
    case lengthLimit
    /// The system failed to write; holds `errno`.
    case writing(code: Int32)
    /// It is longer than a limit in bytes.
    case tooLong(limit: Int)
    /// Others may change it, or it belongs to another user.
    case notPrivate
    /// The environment does not give the place of the user's own files.
    case noHome
  }

  /// The path as given.
  public var path: String
  /// The cause of the failure.
  public var cause: Cause

  /// Describes a failure.
  public init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// The error in one line.
  public var description: String {
    switch cause {
    case .notFound: "\(path): no such file. Check the path"
    case .notPermitted: "\(path): may not be read. Check its permissions"
    case .notRegular: "\(path): is not a plain file. Give the path of a recording"
    case .system(let code): "\(path): the system could not read it (error \(code)). Check the disk"
    case .gzipCorrupt(let byte):
      """
      \(path): the gzip data are damaged at byte \(byte). Copy the file again, or save what can be saved by \
      zcat
      """
    case .gzipTruncated(let byte):
      """
      \(path): the gzip data end too early, at byte \(byte). Copy the file again, or save what is there by \
      zcat
      """
    case .gzipTooLarge(let limit):
      "\(path): unpacks to more than \(limit) bytes. Unpack it and cut it to what is wanted"
    case .damaged: "\(path): is damaged. Restore it, or move it away to begin anew"
    case .exists: "\(path): is there already. Choose another name, or replace it with --force"
    case .noFolder: "\(path): its folder does not exist. Create it, or choose another"
    case .notWritable: "\(path): may not be written. Check the permissions of its folder, or choose another"
    case .inUse: "\(path): is being written by another program. Choose another name"
    case .full: "\(path): the disk is full. Make room, or choose another disk"
    case .lengthLimit:
      "\(path): the file may not grow further. Raise the limit of ulimit -f, or choose another file system"
    case .writing(let code): "\(path): the system could not write it (error \(code)). Check the disk"
    case .tooLong(let limit):
      "\(path): is longer than \(limit) bytes, and so is not what it should be. Move it away"
    case .notPrivate:
      """
      \(path): others may change it, or it is not yours. Make it yours alone by chown and chmod go-w, or \
      move it away
      """
    case .noHome: "\(path): is not set. Set it to a folder of your own"
    }
  }
}
