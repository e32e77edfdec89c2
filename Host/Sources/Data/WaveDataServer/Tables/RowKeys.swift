import WaveTables

/// What each row is known by in its table; rows that are counted through cost nothing.
struct RowKeys: Sendable {
  private var chunks: [[Int64]] = []
  private var count = 0
  /// The first key, while each is one more than the one before.
  private var first: Int64?
  /// Keeps them where they were kept; no others are appended then.
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
      // Those before were counted through; now each is kept.
      for index in chunks.indices {
        let start = index * Self.chunkCount
        chunks[index] = (start..<min(count, start + Self.chunkCount)).map { first &+ Int64($0) }
      }
    }
    first = nil
    chunks.append(keys)
  }

  private static let chunkCount = 65_536

  /// The key of a row; nil where there is no such row.
  func key(ofRow row: Int) -> Int64? {
    guard row >= 0, row < count else { return nil }
    if let kept { return kept.key(ofRow: row) }
    if let first { return first &+ Int64(row) }
    let chunk = chunks[row / Self.chunkCount]
    let place = row % Self.chunkCount
    return place < chunk.count ? chunk[place] : nil
  }
}
