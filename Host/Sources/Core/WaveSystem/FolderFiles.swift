import Foundation

/// A listing of the regular files directly in a folder.
///
/// Symbolic links, folders and hidden files are skipped, so that nothing outside the folder is opened.
public enum FolderFiles {
  /// A file in a folder.
  public struct File: Sendable {
    /// The file's name within the folder.
    public var name: String
    /// The file's identity, length and modification time.
    public var stamp: FileStamp
  }

  /// Returns whether a path is a folder or a link to one.
  public static func isFolder(_ path: String) -> Bool {
    !path.isEmpty && FileStatus(path: path + "/.")?.isFolder == true
  }

  /// The maximum number of folder entries that are examined.
  private static let limit = 4096

  /// Returns the files of a folder in no particular order; empty if the folder does not exist.
  ///
  /// - Parameter path: The folder's path.
  /// - Returns: The files.
  public static func list(path: String) -> [File] {
    let keys: Set<URLResourceKey> = [.isRegularFileKey, .isSymbolicLinkKey]
    let found =
      (try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: path), includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles))
      ?? []
    return found.prefix(limit).compactMap { url in
      guard let values = try? url.resourceValues(forKeys: keys), values.isRegularFile == true,
        values.isSymbolicLink != true, let stamp = FileStamp(path: url.path)
      else { return nil }
      return File(name: url.lastPathComponent, stamp: stamp)
    }
  }
}
