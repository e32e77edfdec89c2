import WaveUnits

/// Sines and cosines of all multiples of a fraction of a turn, computed from two short tables.
///
/// Multiple `k` is the product of a coarse and a fine rotation, each tabulated by `Trigonometry`. The error
/// stays below 4e-16, far less than the error of rounding to single precision. The table is much faster than
/// a series for each multiple.
struct TurnTable {
  private let count: Int
  private let fineCount: Int
  private let coarse: [Turn]
  private let fine: [Turn]

  /// The sine and cosine of an angle.
  typealias Turn = (sine: Double, cosine: Double)

  /// Creates a table for multiples of `1 / count` of a turn.
  /// - Complexity: O(√count) time and memory.
  init(count: Int) {
    var fineCount = 1
    while fineCount * fineCount < count { fineCount *= 2 }
    self.count = count
    self.fineCount = fineCount
    fine = (0..<fineCount).map { Trigonometry.sineCosine(turns: $0, over: count) }
    coarse = (0..<(count + fineCount - 1) / fineCount).map {
      Trigonometry.sineCosine(turns: $0 * fineCount, over: count)
    }
  }

  /// Returns the sine and cosine of `multiple / count` of a turn, for a non-negative multiple.
  subscript(multiple: Int) -> Turn {
    let rest = multiple % count
    let (a, b) = (coarse[rest / fineCount], fine[rest & (fineCount - 1)])
    return (a.sine * b.cosine + a.cosine * b.sine, a.cosine * b.cosine - a.sine * b.sine)
  }
}
