#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Functions that replace files atomically: readers find the old or the new content, even after a power
/// failure.
public enum FileReplacement {
  /// The suffix of the temporary file that holds new content until it is complete.
  public static let suffix = ".part"

  /// Writes a temporary file beside the destination, then renames it.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - path: The destination; its folder must exist, but the file need not.
  ///   - isPrivate: Whether only the owner can read and write the file.
  /// - Throws: `FileError`, in which case the old content remains.
  public static func write(_ bytes: [UInt8], path: String, isPrivate: Bool = false) throws(FileError) {
    let part = path + suffix
    remove(part)
    do throws(FileError) {
      let file = try AppendedFile(path: part, replacing: false, isPrivate: isPrivate)
      if let failure = file.append(bytes).failure { throw failure }
      try file.synchronize()
      try move(part, to: path)
    } catch {
      remove(part)
      throw error
    }
  }

  /// Replaces a file with a new file that has already been written to the disk completely.
  ///
  /// - Parameters:
  ///   - part: The path of the new file, in the same folder.
  ///   - path: The path of the file to replace, which need not exist.
  /// - Throws: `FileError`, in which case both files are unchanged.
  public static func move(_ part: String, to path: String) throws(FileError) {
    guard rename(part, path) == 0 else { throw FileError(creating: path) }
    synchronizeFolder(of: path)
  }

  /// Removes a file if it exists.
  public static func remove(_ path: String) { unlink(path) }

  /// Waits until the entries of a file's folder have been written to the disk, if the file system supports
  /// this.
  public static func synchronizeFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
