import WaveSeries
import WaveStore

/// The layout of a column cache, which is a store with several kinds of records (see
/// Documentation/Data/tables.md).
enum ColumnCache {
  /// The version of the layout; caches of all other versions are recreated.
  static let version: UInt32 = 2
  /// The kind of records that contain numbers in their in-memory layout.
  static let numbersKind = StoreAttachment.firstKind
  static let columnKind = StoreAttachment.firstKind + 1
  static let tableKind = StoreAttachment.firstKind + 2
  static let endKind = StoreAttachment.firstKind + 3
  /// The payload length of the last record, in bytes.
  static let endByteCount = 16
  /// The maximum number of rows in a table.
  static let rowLimit = 1 << 40
  /// The maximum length of text in a record, in bytes.
  static let textLimit = 1 << 16

  /// Returns the number of chunks that contain a given number of rows.
  static func chunkCount(_ rowCount: Int) -> Int {
    (rowCount + TableChunk.rowLimit - 1) / TableChunk.rowLimit
  }

  /// Returns the rows of a chunk.
  static func rows(ofChunk chunk: Int, _ rowCount: Int) -> Range<Int> {
    let start = chunk * TableChunk.rowLimit
    return start..<min(rowCount, start + TableChunk.rowLimit)
  }
}

/// The offset, length and checksum of a record's payload in a cache file.
struct ColumnPiece: Equatable, Sendable {
  var place: UInt64 = 0
  var byteCount = 0
  var checksum: UInt32 = 0

  init() {}

  init(_ record: StoreAttachment) {
    (place, byteCount, checksum) = (record.place, record.byteCount, record.checksum)
  }

  init?(_ cursor: inout ColumnCursor) {
    guard let place = cursor.integer(UInt64.self), let count = cursor.integer(UInt32.self),
      let checksum = cursor.integer(UInt32.self), place % 8 == 0
    else { return nil }
    (self.place, byteCount, self.checksum) = (place, Int(count), checksum)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(little: place)
    bytes.append(little: UInt32(byteCount))
    bytes.append(little: checksum)
  }
}

/// The index of a cached column: its value offset, its statistics, and the file offsets of its chunks.
struct ColumnIndex: Equatable, Sendable {
  /// The form in which a chunk's exact values are stored.
  enum Exact: UInt8 {
    /// The exact values are not stored, since the values for drawing reproduce them exactly.
    case drawn = 0
    /// The exact values are stored as double-precision numbers.
    case real = 1
    /// The exact values are stored as 64-bit integers, which are valid only in rows that have a value.
    case whole = 2
  }

  struct Chunk: Equatable, Sendable {
    var exact = Exact.drawn
    /// Whether all values of the chunk are integers, in a column of integers or times.
    var isWhole = false
    var validCount = 0
    var sum = 0.0
    var pyramid = ColumnPiece()
    var values = ColumnPiece()
    /// The location of the exact values; empty if the values for drawing reproduce them.
    var exacts = ColumnPiece()
  }

  var offset: Double?
  var statistics = Statistics()
  var chunks: [Chunk] = []

  init() {}

  /// Decodes `bytes`, or returns nil if they are invalid for this number of rows.
  init?(_ bytes: [UInt8], rowCount: Int) {
    var cursor = ColumnCursor(bytes)
    guard let offset = cursor.double(), let count = cursor.count(), let missing = cursor.count(),
      let infinite = cursor.count(), let minimum = cursor.double(), let maximum = cursor.double(),
      let mean = cursor.double(), let squares = cursor.double(), let chunkCount = cursor.count(),
      chunkCount == ColumnCache.chunkCount(rowCount),
      [count, missing, infinite].allSatisfy({ (0...rowCount).contains($0) }),
      count + missing + infinite == rowCount, !offset.isInfinite
    else { return nil }
    self.offset = offset.isNaN ? nil : offset
    statistics = Statistics(
      count: count, missingCount: missing, infiniteCount: infinite, minimum: minimum, maximum: maximum,
      mean: mean, squaredDeviations: squares)
    let chunks = cursor.items(chunkCount) { cursor, index in
      Chunk(&cursor, rowCount: ColumnCache.rows(ofChunk: index, rowCount).count)
    }
    guard let chunks else { return nil }
    self.chunks = chunks
  }

  /// The index, encoded for storage.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: offset ?? .nan)
    for count in [statistics.count, statistics.missingCount, statistics.infiniteCount] {
      bytes.append(little: UInt64(count))
    }
    let (mean, squares) = (statistics.mean ?? 0, statistics.squaredDeviations)
    for value in [statistics.minimum, statistics.maximum, mean, squares] { bytes.append(little: value) }
    bytes.append(little: UInt64(chunks.count))
    for chunk in chunks { chunk.write(to: &bytes) }
    return bytes
  }
}

extension ColumnIndex.Chunk {
  fileprivate init?(_ cursor: inout ColumnCursor, rowCount: Int) {
    guard let exact = cursor.integer(UInt8.self).flatMap({ ColumnIndex.Exact(rawValue: $0) }),
      let isWhole = cursor.integer(UInt8.self), cursor.integer(UInt16.self) != nil,
      let validCount = cursor.integer(UInt32.self), Int(validCount) <= rowCount, let sum = cursor.double(),
      let pyramid = ColumnPiece(&cursor), let values = ColumnPiece(&cursor),
      let exacts = ColumnPiece(&cursor),
      pyramid.byteCount == 4 * SeriesChunk.pyramidFloats(of: rowCount), values.byteCount == 4 * rowCount,
      exacts.byteCount == (exact == .drawn ? 0 : 8 * rowCount)
    else { return nil }
    self.exact = exact
    self.isWhole = isWhole == 1
    self.validCount = Int(validCount)
    self.sum = sum
    (self.pyramid, self.values, self.exacts) = (pyramid, values, exacts)
  }

  fileprivate func write(to bytes: inout [UInt8]) {
    bytes += [exact.rawValue, isWhole ? 1 : 0, 0, 0]
    bytes.append(little: UInt32(validCount))
    bytes.append(little: sum)
    for piece in [pyramid, values, exacts] { piece.write(to: &bytes) }
  }
}

/// The directory of a cache: its table, and the locations of its row keys and its columns.
struct ColumnDirectory: Equatable, Sendable {
  /// The form in which a chunk's keys are stored.
  enum Form: UInt8 {
    /// The keys are not stored, since each key is one more than the previous one.
    case counted = 0
    /// The keys are stored as 32-bit differences from the first key.
    case narrow = 1
    /// The keys are stored as 64-bit integers.
    case wide = 2

    /// The length of a stored key, in bytes.
    var byteCount: Int { [0, 4, 8][Int(rawValue)] }
  }

  struct Keys: Equatable, Sendable {
    var form = Form.counted
    var first: Int64 = 0
    var piece = ColumnPiece()
  }

  /// A line that identifies the state of the table.
  var key = ""
  /// The name to show in a list of caches.
  var source = ""
  var rowCount = 0
  var keys: [Keys] = []
  /// The records of the columns by their index in the table.
  var columns: [Int: ColumnPiece] = [:]

  init() {}

  /// Decodes `bytes`, or returns nil if they have a different version or are invalid.
  init?(_ bytes: [UInt8]) {
    var cursor = ColumnCursor(bytes)
    guard cursor.integer(UInt64.self) == UInt64(ColumnCache.version), let rowCount = cursor.count(),
      rowCount > 0, rowCount <= ColumnCache.rowLimit, let key = cursor.text(), let source = cursor.text(),
      let columnCount = cursor.count(), columnCount <= SQLiteSchema.columnLimit
    else { return nil }
    (self.key, self.source, self.rowCount) = (key, source, rowCount)
    for _ in 0..<columnCount {
      guard let column = cursor.count(), let piece = ColumnPiece(&cursor) else { return nil }
      columns[column] = piece
    }
    for index in 0..<ColumnCache.chunkCount(rowCount) {
      guard let form = cursor.integer(UInt64.self).flatMap({ Form(rawValue: UInt8(truncatingIfNeeded: $0)) }),
        let first = cursor.integer(UInt64.self), let piece = ColumnPiece(&cursor),
        piece.byteCount == form.byteCount * ColumnCache.rows(ofChunk: index, rowCount).count
      else { return nil }
      keys.append(Keys(form: form, first: Int64(bitPattern: first), piece: piece))
    }
  }

  /// The directory, encoded for storage.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: UInt64(ColumnCache.version))
    bytes.append(little: UInt64(rowCount))
    for text in [key, source] {
      let text = Array(text.utf8.prefix(ColumnCache.textLimit))
      bytes.append(little: UInt64(text.count))
      bytes += text
    }
    bytes.append(little: UInt64(columns.count))
    for (column, piece) in columns.sorted(by: { $0.key < $1.key }) {
      bytes.append(little: UInt64(column))
      piece.write(to: &bytes)
    }
    for keys in keys {
      bytes.append(little: UInt64(keys.form.rawValue))
      bytes.append(little: UInt64(bitPattern: keys.first))
      keys.piece.write(to: &bytes)
    }
    return bytes
  }
}
