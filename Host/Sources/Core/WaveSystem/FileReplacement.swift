#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Replaces files as a whole: a reader, or a machine after a power failure, finds the old or the new content.
public enum FileReplacement {
  /// The suffix of a file that is being written, until it replaces the old one.
  public static let suffix = ".part"

  /// Writes a file beside the one at a path, then moves it there.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - path: The path, whether or not the file exists; its folder must exist.
  ///   - isPrivate: Whether only the user may read and write the file.
  /// - Throws: `FileError`; the old content then remains.
  public static func write(_ bytes: [UInt8], path: String, isPrivate: Bool = false) throws(FileError) {
    let part = path + suffix
    remove(part)
    do throws(FileError) {
      let file = try AppendedFile(path: part, replacing: false, isPrivate: isPrivate)
      if let failure = file.append(bytes).failure { throw failure }
      try file.synchronize()
      guard rename(part, path) == 0 else {
        throw FileError(path: path, cause: FileError.Cause(creating: errno))
      }
    } catch {
      remove(part)
      throw error
    }
    synchronizeFolder(of: path)
  }

  /// Moves a file that is complete and on the disk to the path of another.
  ///
  /// - Parameters:
  ///   - part: The file, in the same folder.
  ///   - path: Its new path; a file there is replaced.
  /// - Throws: `FileError`; both files are then unchanged.
  public static func move(_ part: String, to path: String) throws(FileError) {
    guard rename(part, path) == 0 else {
      throw FileError(path: path, cause: FileError.Cause(creating: errno))
    }
    synchronizeFolder(of: path)
  }

  /// Removes a file if it exists.
  public static func remove(_ path: String) {
    unlink(path)
  }

  /// Waits until the names in a file's folder are on the disk, if the file system supports this.
  public static func synchronizeFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
