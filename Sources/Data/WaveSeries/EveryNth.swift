/// The lens that keeps every n-th row, from the first on, whatever it holds.
///
/// Costs nothing but the rows kept. Loses everything between, and turns what repeats faster than twice the
/// rows kept into something slow that is not there.
public enum EveryNth {
  /// The rows that the lens keeps: 0, n, 2 n and so on, with n = ⌈count / threshold⌉.
  ///
  /// - Complexity: O(threshold), one allocation.
  public static func rows(count: Int, threshold: Int) -> [Int] {
    guard count > 0 else { return [] }
    let step = (count - 1) / Swift.max(threshold, 1) + 1
    return Array(stride(from: 0, to: count, by: step))
  }
}
