import WaveTables

/// The keys of a table's rows.
///
/// Consecutive keys take no memory.
struct RowKeys: Sendable {
  private var chunks: [[Int64]] = []
  private var count = 0
  /// The first key if all keys are consecutive; otherwise nil.
  private var first: Int64?
  /// The cache that contains the keys; nil if there is none.
  ///
  /// With a cache, no keys are appended.
  private var kept: KeptColumns?

  init() {}

  init(_ kept: KeptColumns) {
    self.kept = kept
    count = kept.rowCount
  }

  mutating func append(_ keys: [Int64]) {
    defer { count += keys.count }
    if count == 0 { first = keys.first }
    if let first, keys.indices.allSatisfy({ keys[$0] == first &+ Int64(count + $0) }) {
      chunks.append([])
      return
    }
    if let first {
      // All earlier keys were consecutive and not stored individually; from now on, each key is stored.
      for index in chunks.indices {
        let start = index * Self.chunkCount
        chunks[index] = (start..<min(count, start + Self.chunkCount)).map { first &+ Int64($0) }
      }
    }
    first = nil
    chunks.append(keys)
  }

  private static let chunkCount = 65_536

  /// Returns the key of a row, or nil if the row does not exist.
  func key(ofRow row: Int) -> Int64? {
    guard row >= 0, row < count else { return nil }
    if let kept { return kept.key(ofRow: row) }
    if let first { return first &+ Int64(row) }
    let chunk = chunks[row / Self.chunkCount]
    let place = row % Self.chunkCount
    return place < chunk.count ? chunk[place] : nil
  }
}
