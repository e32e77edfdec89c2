/// The lens that keeps every n-th row, starting with the first, regardless of its value.
///
/// The lens reads only the rows that it keeps. It loses everything in between. Signals that repeat faster
/// than half the rate of the kept rows appear as slow signals that do not exist (aliasing).
public enum EveryNth {
  /// Returns the rows that the lens keeps: 0, n, 2 n and so on, with n = ⌈count / threshold⌉.
  ///
  /// - Complexity: O(threshold), with one allocation.
  public static func rows(count: Int, threshold: Int) -> [Int] {
    guard count > 0 else { return [] }
    let step = (count - 1) / Swift.max(threshold, 1) + 1
    return Array(stride(from: 0, to: count, by: step))
  }
}
