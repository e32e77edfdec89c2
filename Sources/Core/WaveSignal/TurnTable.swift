import WaveUnits

/// Sines and cosines of every multiple of a fraction of a turn, from two short tables.
///
/// Multiple `k` is the product of a coarse and a fine turn, each tabulated by `Trigonometry`. The error stays
/// below 4e-16, far less than the rounding to single precision, in a fraction of the time of computing each
/// by a series.
struct TurnTable {
  private let count: Int
  private let fineCount: Int
  private let coarse: [Turn]
  private let fine: [Turn]

  /// A sine and a cosine.
  typealias Turn = (sine: Double, cosine: Double)

  /// Tabulates multiples of `1 / count` of a turn.
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

  /// Returns the sine and cosine of `multiple / count` of a turn; the multiple is not negative.
  subscript(multiple: Int) -> Turn {
    let rest = multiple % count
    let (a, b) = (coarse[rest / fineCount], fine[rest & (fineCount - 1)])
    return (a.sine * b.cosine + a.cosine * b.sine, a.cosine * b.cosine - a.sine * b.sine)
  }
}
