/// A file that is written under a temporary name and moved to its final path when complete.
///
/// A program that reads the path finds the old or the new content, never a partial file. A file that is not
/// committed is removed when the object is deinitialized.
public final class PartFile {
  /// The final path.
  public let path: String
  private let part: String
  private var file: AppendedFile?

  /// Creates the temporary file.
  ///
  /// - Parameters:
  ///   - path: The final path; its folder must exist.
  ///   - isReplacing: Whether to replace an existing regular file; if false, an existing file is an error.
  /// - Throws: `FileError`.
  public init(path: String, isReplacing: Bool) throws(FileError) {
    if let status = FileStatus(path: path) {
      guard status.isFileOrLink else { throw FileError(path: path, cause: .notRegular) }
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

  /// Waits until all bytes have been written to the disk; the file keeps its temporary name.
  ///
  /// - Throws: `FileError`.
  public func finish() throws(FileError) { try file?.synchronize() }

  /// Moves the file to its final path.
  ///
  /// - Throws: `FileError`.
  public func commit() throws(FileError) {
    guard file != nil else { return }
    try FileReplacement.move(part, to: path)
    file = nil
  }
}
