/// Why a file cannot be read: which, why, and what to do.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Cause: Equatable, Sendable {
    /// There is no such file.
    case notFound
    /// The user may not read it.
    case notPermitted
    /// It is a folder, a device or a pipe.
    case notRegular
    /// The system could not read on; holds `errno`.
    case system(code: Int32)
    /// What lies behind gzip is damaged at a byte of the compressed file.
    case gzipCorrupt(byte: Int)
    /// The compressed file ends too early, at a byte.
    case gzipTruncated(byte: Int)
    /// It unpacks to more than a limit in bytes.
    case gzipTooLarge(limit: Int)
  }

  /// Path as given.
  public var path: String
  /// What went wrong.
  public var cause: Cause

  /// Describes a failure.
  public init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// All of it in one line.
  public var description: String {
    switch cause {
    case .notFound: "\(path): no such file. Check the path"
    case .notPermitted: "\(path): may not be read. Check its permissions"
    case .notRegular: "\(path): is not a plain file. Give the path of a recording"
    case .system(let code): "\(path): the system could not read it (error \(code)). Check the disk"
    case .gzipCorrupt(let byte):
      "\(path): the gzip data are damaged at byte \(byte). Copy the file again, or save what can be saved by zcat"
    case .gzipTruncated(let byte):
      "\(path): the gzip data end too early, at byte \(byte). Copy the file again, or save what is there by zcat"
    case .gzipTooLarge(let limit):
      "\(path): unpacks to more than \(limit) bytes. Unpack it and cut it to what is wanted"
    }
  }
}
