#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written under another name until it is whole, and then takes its place.
///
/// Who reads the path finds the old content or the new one, and never a torn file. One that is given up is
/// removed.
public final class PartFile {
  /// Where the file will be.
  public let path: String
  private let part: String
  private var file: AppendedFile?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Where it will be; its folder must exist.
  ///   - isReplacing: Whether a plain file that is there is replaced; else it is an error.
  /// - Throws: `FileError`.
  public init(path: String, isReplacing: Bool) throws(FileError) {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFLNK else {
        throw FileError(path: path, cause: .notRegular)
      }
      guard isReplacing else { throw FileError(path: path, cause: .exists) }
    }
    self.path = path
    part = path + FileReplacement.suffix
    FileReplacement.remove(part)
    file = try AppendedFile(path: part, replacing: false)
  }

  deinit { if file != nil { FileReplacement.remove(part) } }

  /// Appends bytes.
  ///
  /// - Throws: `FileError`.
  public func append(_ bytes: [UInt8]) throws(FileError) {
    if let failure = file?.append(bytes).failure { throw FileError(path: path, cause: failure.cause) }
  }

  /// Waits until all is on the disk; it still has its other name.
  ///
  /// - Throws: `FileError`.
  public func finish() throws(FileError) { try file?.synchronize() }

  /// Puts the file in its place.
  ///
  /// - Throws: `FileError`.
  public func commit() throws(FileError) {
    guard file != nil else { return }
    guard rename(part, path) == 0 else {
      throw FileError(path: path, cause: FileError.Cause(creating: errno))
    }
    file = nil
    FileReplacement.synchronizeFolder(of: path)
  }
}
