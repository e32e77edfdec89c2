#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files whose content changes as a whole: a reader, and a machine that lost its power, finds the old or the
/// new.
public enum FileReplacement {
  /// What the name of a file that is being written ends with until it takes the place of the old one.
  public static let suffix = ".part"

  /// Writes a file beside the one at a path, then puts it in its place.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - path: The file, there already or not; its folder must exist.
  ///   - isPrivate: Whether it is the user's alone, to read and to write.
  /// - Throws: `FileError`; the old content then stands.
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

  /// Puts a file that is whole and on the disk in the place of another.
  ///
  /// - Parameters:
  ///   - part: The file, in the same folder.
  ///   - path: Its name from now on; a file of that name is gone.
  /// - Throws: `FileError`; both files then are what they were.
  public static func move(_ part: String, to path: String) throws(FileError) {
    guard rename(part, path) == 0 else {
      throw FileError(path: path, cause: FileError.Cause(creating: errno))
    }
    synchronizeFolder(of: path)
  }

  /// Removes a file where there is one.
  public static func remove(_ path: String) {
    unlink(path)
  }

  /// Waits until the names in a file's folder are on the disk, where the file system knows how to.
  public static func synchronizeFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
