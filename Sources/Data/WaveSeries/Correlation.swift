/// Pearson's correlation of two columns, row by row, computed in one pass.
///
/// Only rows in which both values are finite are counted.
///
/// Source: K. Pearson, Proceedings of the Royal Society 58, 1895; blocks are joined as in ``Statistics``.
public struct Correlation: Equatable, Sendable {
  private var moments = PairMoments()

  /// Creates the correlation of an empty set of rows.
  public init() {}

  /// The number of rows in which both values are finite.
  public var count: Int { moments.count }

  /// The correlation coefficient, from −1 to 1; nil for fewer than two rows, or if one column is constant.
  public var coefficient: Double? {
    guard count > 1, moments.xx > 0, moments.yy > 0 else { return nil }
    let root = moments.xx.squareRoot() * moments.yy.squareRoot()
    return Swift.min(Swift.max(moments.xy / root, -1), 1)
  }

  /// The slope of the least-squares line; nil for fewer than two rows, or if x is constant.
  public var slope: Double? { count > 1 && moments.xx > 0 ? moments.xy / moments.xx : nil }

  /// Adds rows; if the spans differ in length, extra values are ignored.
  ///
  /// - Complexity: O(rows), without allocation.
  public mutating func add(_ x: Span<Float>, _ y: Span<Float>) {
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
  /// Returns the correlation of this column with a second one in a range of rows.
  ///
  /// - Complexity: O(rows), without allocation.
  public func correlation(with other: Series, from start: Int, to end: Int) -> Correlation {
    var correlation = Correlation()
    forEachPiece(from: start, to: Swift.min(end, other.count)) { chunk, range in
      chunks[chunk].withValues { x in
        other.chunks[chunk].withValues { y in correlation.add(x.extracting(range), y.extracting(range)) }
      }
    }
    return correlation
  }
}
