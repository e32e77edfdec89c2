import Foundation
import WaveSystem

/// The folder of what can be made again: tables made of texts, columns of databases, copies of views.
public struct CacheFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Finds the user's folder, and makes it where it is missing, for the user alone.
  ///
  /// It is `$CACHE_DIRECTORY` where a service manager gives one (systemd.exec(5)), else
  /// `$XDG_CACHE_HOME/waveglass`, else `$HOME/.cache/waveglass`, after the XDG Base Directory Specification
  /// 0.8, which has relative paths ignored.
  ///
  /// - Parameter environment: The process's variables.
  /// - Throws: `TableError` where there is no home, or the folder cannot be made, or others may write it.
  public init(environment: [String: String]) throws(TableError) {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let given = folder("CACHE_DIRECTORY").flatMap { $0.split(separator: ":").first.map(String.init) }
    let base = folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
    guard let path = given ?? base.map({ $0 + "/waveglass" }) else {
      throw .file(FileError(path: "HOME", cause: .noHome))
    }
    try self.init(path: path)
  }

  /// Takes a folder, and makes it and those above it where they are missing, for the user alone.
  ///
  /// - Throws: `TableError` where it cannot be made, or others may write it.
  public init(path: String) throws(TableError) {
    do { self.path = try StateDirectory(path: path).path } catch { throw .file(error) }
  }

  /// A file in it.
  public struct Entry: Equatable, Sendable {
    /// The file's name.
    public var name: String
    /// Its length.
    public var byteCount: Int
    /// Of what it is; empty where that is not known, as of what was never whole.
    public var source: String
  }

  /// What is in it, in the order of the names; files of others are left out.
  public var entries: [Entry] {
    names.map { name in
      let path = path(of: name)
      var source = ""
      if name.hasPrefix("columns-"), let reader = ColumnCacheReader(path: path) {
        source = reader.directory.source
      } else if name.hasPrefix("table-"), let record = SQLiteTable.record(path: path) {
        source = record.source
      } else if name.hasPrefix("tiles-"), let table = TileFile.source(path: path) {
        source = table
      }
      return Entry(name: name, byteCount: FileStamp(path: path)?.byteCount ?? 0, source: source)
    }
  }

  /// Removes all that is in it, but for files of others.
  ///
  /// - Returns: How many bytes there were.
  @discardableResult public func clear() -> Int {
    let entries = entries
    for entry in entries { FileReplacement.remove(path(of: entry.name)) }
    return entries.reduce(0) { $0 + $1.byteCount }
  }

  /// Names of files that the program makes here.
  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { name in
      ["columns-", "table-", "tiles-", Self.temporaryPrefix].contains { name.hasPrefix($0) }
    }.sorted()
  }

  /// The path of a file.
  func path(of name: String) -> String { path + "/" + name }

  /// A short name for a long one, by FNV-1a (RFC draft-eastlake-fnv); who uses it looks whether it is the
  /// right one.
  ///
  /// - Parameter key: The long name.
  /// - Returns: 16 digits.
  public static func name(of key: String) -> String {
    let hash = key.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A name in it that is not taken, and that tells who took it.
  func temporaryPath(ending: String) -> String {
    "\(path)/\(Self.temporaryPrefix)\(getpid())-\(UInt64.random(in: 0 ... .max))\(ending)"
  }

  /// What the names of files that are being made begin with.
  static let temporaryPrefix = "part-"
}
