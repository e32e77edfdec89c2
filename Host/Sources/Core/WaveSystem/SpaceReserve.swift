/// Disk space reserved for data that must still be written when the disk is full.
///
/// The space is released when the object is deinitialized or the process ends, since it belongs to an
/// unlinked file.
public final class SpaceReserve: Sendable {
  private let file: AppendedFile

  /// Reserves space on the disk that contains a file.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes to reserve.
  ///   - path: A file on that disk; a temporary file is created in its folder and unlinked immediately.
  /// - Throws: `FileError` if the file cannot be created or the disk has too little space.
  public init(byteCount: Int, beside path: String) throws(FileError) {
    let name = path + ".reserve"
    FileReplacement.remove(name)
    file = try FileError.converting(
      { (error: FileError) in FileError(path: path, cause: error.cause) },
      AppendedFile(path: name, replacing: false, isPrivate: true))
    FileReplacement.remove(name)
    let failure = file.append([UInt8](repeating: 0, count: byteCount)).failure
    if let failure { throw FileError(path: path, cause: failure.cause) }
  }
}
