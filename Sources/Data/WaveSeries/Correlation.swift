/// How two columns go together, row by row: Pearson's correlation, gathered in one pass.
///
/// Rows count in which both values are finite.
///
/// Source: K. Pearson, Proceedings of the Royal Society 58, 1895; joined block by block as ``Statistics``.
public struct Correlation: Equatable, Sendable {
  private var moments = PairMoments()

  /// Makes the correlation of no rows.
  public init() {}

  /// Rows in which both values are finite.
  public var count: Int { moments.count }

  /// −1...1; nil of fewer than two rows, or where one column does not change.
  public var coefficient: Double? {
    guard count > 1, moments.xx > 0, moments.yy > 0 else { return nil }
    let root = moments.xx.squareRoot() * moments.yy.squareRoot()
    return Swift.min(Swift.max(moments.xy / root, -1), 1)
  }

  /// How much y changes for one of x, by least squares; nil of fewer than two rows, or where x does not
  /// change.
  public var slope: Double? { count > 1 && moments.xx > 0 ? moments.xy / moments.xx : nil }

  /// Takes rows in; of spans of different lengths, as many as the shorter has.
  ///
  /// - Complexity: O(rows), no allocation.
  public mutating func take(_ x: Span<Float>, _ y: Span<Float>) {
    let count = Swift.min(x.count, y.count)
    for start in stride(from: 0, to: count, by: MomentScan.blockCount) {
      let range = start..<Swift.min(start + MomentScan.blockCount, count)
      if let block = MomentScan.moments(of: x.extracting(range), y.extracting(range)) {
        moments.join(block)
        continue
      }
      for position in range where x[position].isFinite && y[position].isFinite {
        moments.join(PairMoments(count: 1, meanX: Double(x[position]), meanY: Double(y[position])))
      }
    }
  }
}

extension Series {
  /// How this column goes together with another in a range of rows.
  ///
  /// - Complexity: O(rows), no allocation.
  public func correlation(with other: Series, from start: Int, to end: Int) -> Correlation {
    var correlation = Correlation()
    var position = Swift.max(start, 0)
    let end = Swift.min(end, count, other.count)
    while position < end {
      let piece = piece(at: position, to: end)
      chunks[piece.chunk].withValues { x in
        other.chunks[piece.chunk].withValues { y in
          correlation.take(x.extracting(piece.range), y.extracting(piece.range))
        }
      }
      position += piece.range.count
    }
    return correlation
  }
}
