import WaveSystem

/// A database file that is checked before it is opened.
///
/// Neither the file nor its directory is ever written to. Unfinished changes by a program that crashed are
/// reported, not repaired.
struct SQLiteFile: Sendable {
  /// The path of the file, as given.
  let path: String
  /// The URI for SQLite to open.
  let address: String
  /// Whether the database is in WAL mode and no program has it open.
  ///
  /// SQLite can then read it without creating files in the same directory.
  let isStill: Bool
  /// Notes for the user.
  let notes: [String]
  private let stamp: FileStamp
  private let hasLog: Bool

  /// The bytes with which every database begins.
  static let magic = Array("SQLite format 3\0".utf8)
  /// The length of a database header, in bytes.
  static let headerByteCount = 100

  /// Checks a database file.
  ///
  /// - Throws: `TableError` if the file is not a database, or is incomplete.
  init(path: String) throws(TableError) {
    let header = try Self.header(path: path)
    guard !header.isEmpty else { throw .empty(path: path) }
    guard header.starts(with: Self.magic) else {
      throw Self.isNamedDatabase(path) ? .encrypted(path: path) : .notTable(path: path)
    }
    guard let stamp = FileStamp(path: path) else { throw .file(FileError(path: path, cause: .notFound)) }
    guard header.count == Self.headerByteCount else {
      throw .truncated(path: path, byteCount: stamp.byteCount, expected: 512)
    }
    self.path = path
    self.stamp = stamp
    // These bytes are the format's write and read versions, which are 2 if changes are first written to a
    // -wal file.
    hasLog = header[18] == 2 || header[19] == 2
    var notes: [String] = []
    var isStill = false
    if hasLog {
      let isLogFilled = (FileStamp(path: path + "-wal")?.byteCount ?? 0) > 0
      let hasIndex = FileStamp(path: path + "-shm") != nil
      if isLogFilled, !hasIndex { throw .logWithoutIndex(path: path) }
      isStill = !isLogFilled && !hasIndex
      if isStill {
        notes.append(
          """
          The database stores its newest rows in a -wal file, and there is none next to it: if the database \
          was copied while a program had it open, these rows are missing.
          """
        )
      }
    }
    self.isStill = isStill
    self.notes = notes
    address = Self.address(of: path) + (isStill ? "?immutable=1" : "?mode=ro")
  }

  /// Checks that the path still refers to the file that was opened.
  ///
  /// If no program had the database open, also checks that the file is unchanged.
  ///
  /// - Throws: `TableError.replaced`.
  func check() throws(TableError) {
    guard let now = FileStamp(path: path), now.isSameFile(as: stamp) else { throw .replaced(path: path) }
    guard isStill else { return }
    guard now == stamp, (FileStamp(path: path + "-wal")?.byteCount ?? 0) == 0 else {
      throw .replaced(path: path)
    }
  }

  /// A line that identifies the state of the file as of its last change; nil if changes are first written to
  /// a -wal file.
  var state: String? {
    guard !hasLog || isStill, let now = FileStamp(path: path),
      let header = try? Self.header(path: path), header.count == Self.headerByteCount
    else { return nil }
    return "\(now.text) \(header[24..<28].map(String.init).joined(separator: "."))"
  }

  /// Returns the file's size according to its header, or nil if the header does not specify it.
  static func expectedByteCount(path: String) -> Int? {
    guard let header = try? header(path: path), header.count == headerByteCount else { return nil }
    func big(_ place: Int, _ count: Int) -> Int {
      header[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    // The page count is valid only if it was written together with the last change.
    guard big(24, 4) == big(92, 4), big(28, 4) > 0 else { return nil }
    let pageBytes = big(16, 2) == 1 ? 65_536 : big(16, 2)
    return big(28, 4) * pageBytes
  }

  /// Returns a URI that SQLite resolves to the given path, which can contain any characters.
  static func address(of path: String) -> String {
    (path.hasPrefix("/") ? "file://" : "file:") + PercentCode.encoded(path, keeping: "/")
  }

  /// Returns the first bytes of a file, up to the length of a database header.
  static func header(path: String) throws(TableError) -> [UInt8] {
    do {
      let file = try ReadOnlyFile(path: path)
      var header = [UInt8](repeating: 0, count: headerByteCount)
      let count = try file.read(into: &header, at: 0)
      return Array(header.prefix(count))
    } catch { throw .file(error) }
  }

  /// Returns whether a file name has an extension that is used for SQLite databases.
  static func isNamedDatabase(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".sqlite", ".sqlite3", ".db", ".db3", ".s3db", ".sl3"].contains { name.hasSuffix($0) }
  }
}
