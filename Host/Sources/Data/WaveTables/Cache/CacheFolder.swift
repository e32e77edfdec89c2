import Foundation
import WaveSystem

/// The cache directory.
///
/// It contains databases made from text files, columns of databases, and copies of views, all of which can be
/// recreated.
public struct CacheFolder: Sendable {
  /// The path of the directory.
  public let path: String

  /// Finds the user's cache directory, and creates it if necessary with access for the user only.
  ///
  /// The directory is `$CACHE_DIRECTORY` if a service manager sets it (systemd.exec(5)), otherwise
  /// `$XDG_CACHE_HOME/waveglass`, otherwise `$HOME/.cache/waveglass`, following the XDG Base Directory
  /// Specification 0.8, which ignores relative paths.
  ///
  /// - Parameter environment: The process's environment variables.
  /// - Throws: `TableError` if there is no home directory, the cache directory cannot be created, or other
  ///   users can write to it.
  public init(environment: [String: String]) throws(TableError) {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let given = folder("CACHE_DIRECTORY").flatMap { $0.split(separator: ":").first.map(String.init) }
    let base = folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
    guard let path = given ?? base.map({ $0 + "/waveglass" }) else {
      throw .file(FileError(path: "HOME", cause: .noHome))
    }
    try self.init(path: path)
  }

  /// Uses the given directory, and creates it and its parents if necessary with access for the user only.
  ///
  /// - Throws: `TableError` if the directory cannot be created, or other users can write to it.
  public init(path: String) throws(TableError) {
    do { self.path = try StateDirectory(path: path).path } catch { throw .file(error) }
  }

  /// A file in the cache directory.
  public struct Entry: Encodable, Equatable, Sendable {
    /// The name of the file.
    public var name: String
    /// The size of the file, in bytes.
    public var byteCount: Int
    /// The table to which the file belongs; empty if unknown, as for incomplete files.
    public var source: String
  }

  /// The cache files created by this program, sorted by name.
  public var entries: [Entry] {
    names.map { name in
      let path = path(of: name)
      let source =
        name.hasPrefix("columns-")
        ? ColumnCacheReader(path: path)?.directory.source
        : name.hasPrefix("table-")
          ? SQLiteTable.record(path: path)?.source
          : name.hasPrefix("tiles-") ? TileFile.source(path: path) : nil
      return Entry(name: name, byteCount: FileStamp(path: path)?.byteCount ?? 0, source: source ?? "")
    }
  }

  /// Removes the cache files created by this program.
  ///
  /// - Returns: The number of bytes removed.
  @discardableResult public func clear() -> Int {
    let entries = entries
    for entry in entries { FileReplacement.remove(path(of: entry.name)) }
    return entries.reduce(0) { $0 + $1.byteCount }
  }

  /// The names of the files created by this program.
  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { name in
      ["columns-", "table-", "tiles-", Self.temporaryPrefix].contains { name.hasPrefix($0) }
    }.sorted()
  }

  /// Returns the path of a file in the directory.
  func path(of name: String) -> String { path + "/" + name }

  /// Returns a short name derived from a key with FNV-1a (RFC draft-eastlake-fnv).
  ///
  /// Two keys can have the same short name, so callers must also compare the contents.
  ///
  /// - Parameter key: The key to hash, of any length.
  /// - Returns: 16 hexadecimal digits.
  public static func name(of key: String) -> String {
    let hash = key.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns an unused path in the directory that includes the id of this process.
  func temporaryPath(ending: String) -> String {
    "\(path)/\(Self.temporaryPrefix)\(getpid())-\(UInt64.random(in: 0 ... .max))\(ending)"
  }

  /// The prefix of incomplete files.
  static let temporaryPrefix = "part-"
}
