/// A column of values in the order of x, stored in immutable chunks and optimized for viewing.
///
/// Copies share their chunks, so one copy can be drawn while another grows. Positions are indices that start
/// at 0.
public struct Series: Sendable {
  /// The chunks of values, each with 65,536 values except the last.
  public private(set) var chunks: [SeriesChunk] = []
  /// The number of values.
  public private(set) var count = 0
  /// The number of valid (finite) values.
  public private(set) var validCount = 0
  /// The sum of the valid values.
  public private(set) var sum = 0.0
  /// The smallest and the largest valid values.
  public private(set) var extremes = Extremes()

  /// The extremes of each chunk, stored contiguously since one pixel column of a long series spans many
  /// chunks.
  private var tops: [Extremes] = []

  /// Creates an empty series.
  public init() {}

  /// Creates a series by copying values.
  ///
  /// - Complexity: O(values).
  public init(_ values: Span<Float>) {
    for start in stride(from: 0, to: values.count, by: SeriesChunk.capacity) {
      let end = Swift.min(start + SeriesChunk.capacity, values.count)
      append(SeriesChunk(values.extracting(start..<end)))
    }
  }

  /// Appends a chunk.
  ///
  /// - Precondition: The previous chunk is full.
  /// - Complexity: Amortized O(1).
  public mutating func append(_ chunk: SeriesChunk) {
    precondition(count % SeriesChunk.capacity == 0, "Only the last chunk of a series may hold fewer values.")
    chunks.append(chunk)
    tops.append(chunk.extremes)
    count += chunk.count
    validCount += chunk.validCount
    sum += chunk.sum
    extremes.join(chunk.extremes)
  }

  /// The number of missing values, which are NaN or infinite.
  public var missingCount: Int { count - validCount }

  /// The mean of the valid values; nil if there are none.
  public var mean: Double? { validCount == 0 ? nil : sum / Double(validCount) }

  /// Returns the value at a position; NaN outside the series.
  ///
  /// - Complexity: O(1), without allocation.
  public func value(at position: Int) -> Float {
    guard position >= 0, position < count else { return .nan }
    return chunks[position / SeriesChunk.capacity][position % SeriesChunk.capacity]
  }

  /// Copies a range of values, clamped to the series, into one array.
  ///
  /// - Complexity: O(values), with one allocation.
  public func values(from start: Int, to end: Int) -> [Float] {
    let start = Swift.max(start, 0)
    let end = Swift.min(end, count)
    guard start < end else { return [] }
    var values: [Float] = []
    values.reserveCapacity(end - start)
    forEachSpan(from: start, to: end) { span in
      span.withUnsafeBufferPointer { values.append(contentsOf: $0) }
    }
    return values
  }

  /// Returns the exact extremes of the valid values from `start` up to, but not including, `end`.
  ///
  /// - Complexity: O(whole chunks in the range), without allocation. At most 512 values and 64 blocks are
  ///   read in the two chunks at the ends of the range.
  public func extremes(from start: Int, to end: Int) -> Extremes {
    var result = Extremes()
    forEachPiece(from: start, to: end) { chunk, range in
      result.join(range.count == SeriesChunk.capacity ? tops[chunk] : chunks[chunk].extremes(range))
    }
    return result
  }

  /// Calls a closure with each chunk that values of a range lie in, and with their indices in that chunk.
  @inline(__always)
  func forEachPiece(from start: Int, to end: Int, _ body: (_ chunk: Int, _ range: Range<Int>) -> Void) {
    var position = Swift.max(start, 0)
    let end = Swift.min(end, count)
    while position < end {
      let piece = piece(at: position, to: end)
      body(piece.chunk, piece.range)
      position &+= piece.range.count
    }
  }

  /// Calls a closure with the values of each chunk in a range.
  @inline(__always) func forEachSpan(from start: Int, to end: Int, _ body: (Span<Float>) -> Void) {
    forEachPiece(from: start, to: end) { chunk, range in
      chunks[chunk].withValues { body($0.extracting(range)) }
    }
  }

  /// Returns the part of a range that lies in the chunk of its first value, with indices relative to that
  /// chunk.
  @inline(__always) func piece(at position: Int, to end: Int) -> (chunk: Int, range: Range<Int>) {
    let chunk = position / SeriesChunk.capacity
    let first = position % SeriesChunk.capacity
    return (chunk, first..<Swift.min(first &+ end &- position, SeriesChunk.capacity))
  }

  /// Returns the part of a range that lies in the chunk of its last value, with indices relative to that
  /// chunk.
  @inline(__always) func lastPiece(from start: Int, to end: Int) -> (chunk: Int, range: Range<Int>) {
    let chunk = (end &- 1) / SeriesChunk.capacity
    let first = chunk &* SeriesChunk.capacity
    return (chunk, Swift.max(start &- first, 0)..<end &- first)
  }
}
