import WaveSystem

/// A database on a disk, before it is opened: whether and how it can be opened.
///
/// Nothing is ever written to it or beside it. Unfinished changes of a program that died are reported, not
/// repaired.
struct SQLiteFile: Sendable {
  /// Path as given.
  let path: String
  /// The address that SQLite opens.
  let address: String
  /// Whether the database is in WAL mode and no other program has it open.
  ///
  /// SQLite can then read it without creating files beside it.
  let isStill: Bool
  /// Notes for the user.
  let notes: [String]
  private let stamp: FileStamp
  private let hasLog: Bool

  /// The first bytes of every database.
  static let magic = Array("SQLite format 3\0".utf8)
  /// Bytes of a database's header.
  static let headerByteCount = 100

  /// Examines a database.
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
    // Version numbers of the format: 2 if changes go to a -wal file.
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
          The database keeps its newest rows in a -wal file, and there is none beside it: if it was copied \
          while a program had it open, these rows are not here.
          """
        )
      }
    }
    self.isStill = isStill
    self.notes = notes
    address = Self.address(of: path) + (isStill ? "?immutable=1" : "?mode=ro")
  }

  /// Throws if the path leads to another file now, or a database that no program had open was changed.
  ///
  /// - Throws: `TableError.replaced`.
  func check() throws(TableError) {
    guard let now = FileStamp(path: path), now.isSameFile(as: stamp) else { throw .replaced(path: path) }
    guard isStill else { return }
    guard now == stamp, (FileStamp(path: path + "-wal")?.byteCount ?? 0) == 0 else {
      throw .replaced(path: path)
    }
  }

  /// Identifies the state of the file up to its last change; nil if changes go to a -wal file first.
  var state: String? {
    guard !hasLog || isStill, let now = FileStamp(path: path),
      let header = try? Self.header(path: path), header.count == Self.headerByteCount
    else { return nil }
    return "\(now.text) \(header[24..<28].map(String.init).joined(separator: "."))"
  }

  /// Returns the file's length according to its header; nil if the header does not give it.
  static func expectedByteCount(path: String) -> Int? {
    guard let header = try? header(path: path), header.count == headerByteCount else { return nil }
    func big(_ place: Int, _ count: Int) -> Int {
      header[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    // The page count is valid only if it was written with the last change.
    guard big(24, 4) == big(92, 4), big(28, 4) > 0 else { return nil }
    let pageBytes = big(16, 2) == 1 ? 65_536 : big(16, 2)
    return big(28, 4) * pageBytes
  }

  /// Returns an address that SQLite resolves to a path, whatever characters it has.
  static func address(of path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array((path.hasPrefix("/") ? "file://" : "file:").utf8)
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
      if isPlain {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the first bytes of a file; fewer if the file is shorter.
  static func header(path: String) throws(TableError) -> [UInt8] {
    do {
      let file = try ReadOnlyFile(path: path)
      var header = [UInt8](repeating: 0, count: headerByteCount)
      let count = try file.read(into: &header, at: 0)
      return Array(header.prefix(count))
    } catch { throw .file(error) }
  }

  /// Whether a file name has the ending of a database.
  static func isNamedDatabase(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".sqlite", ".sqlite3", ".db", ".db3", ".s3db", ".sl3"].contains { name.hasSuffix($0) }
  }
}
