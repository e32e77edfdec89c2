/// The lens that keeps every n-th row, starting with the first, whatever its value.
///
/// It costs nothing but the rows kept. It loses everything between them, and shows signals that repeat faster
/// than half the rate of the kept rows as slow ones that do not exist (aliasing).
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
