import WaveFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of what can be made again: tables made of texts, columns of databases, copies of views.
public struct CacheFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Finds the user's folder, and makes it where it is missing, for the user alone.
  ///
  /// It is `$CACHE_DIRECTORY` where a service manager gives one (systemd.exec(5)), else `$XDG_CACHE_HOME/waveglass`, else `$HOME/.cache/waveglass`,
  /// after the XDG Base Directory Specification 0.8, which has relative paths ignored.
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

  /// The path of a file.
  func path(of name: String) -> String { path + "/" + name }

  /// A short name for a long one, by FNV-1a (RFC draft-eastlake-fnv); who uses it looks whether it is the right one.
  static func name(of key: String) -> String {
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
