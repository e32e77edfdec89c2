import Foundation

/// The files of a folder itself.
///
/// Links, folders and hidden files are passed over, so that nothing outside of the folder is ever opened.
public enum FolderFiles {
  /// One of them.
  public struct File: Sendable {
    /// Its name in the folder.
    public var name: String
    /// The file's length, and when it was last written.
    public var stamp: FileStamp
  }

  /// Returns whether a path is a folder, or a link to one.
  public static func isFolder(_ path: String) -> Bool {
    !path.isEmpty && FileStatus(path: path + "/.")?.isFolder == true
  }

  /// Files that are looked at, at most.
  private static let limit = 4096

  /// Lists the files of a folder in no order; none where there is no such folder.
  ///
  /// - Parameter path: The folder.
  /// - Returns: Its files.
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
