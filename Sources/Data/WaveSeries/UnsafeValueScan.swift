import WaveSignal

/// Finds extreme or given values, reading eight values at a time where possible.
enum ValueScan {
  /// Returns the minimum and maximum of the finite values.
  ///
  /// - Complexity: O(count), without allocation.
  static func extremes(_ values: UnsafePointer<Float>, count: Int) -> Extremes {
    guard count >= 8 else { return finiteExtremes(values, count: count) }
    var (low, high) = (Float8(repeating: .infinity), Float8(repeating: -.infinity))
    var (low2, high2) = (low, high)
    var position = 0
    while position &+ 16 <= count {
      let (first, second) = (values.lanes(at: position), values.lanes(at: position &+ 8))
      low = low.smaller(first)
      high = high.larger(first)
      low2 = low2.smaller(second)
      high2 = high2.larger(second)
      position &+= 16
    }
    if position &+ 8 <= count {
      (low, high) = (low.smaller(values.lanes(at: position)), high.larger(values.lanes(at: position)))
    }
    // Read the last eight values, some of them for the second time.
    let last = values.lanes(at: count &- 8)
    low = low.smaller(low2).smaller(last)
    high = high.larger(high2).larger(last)
    let result = Extremes(minimum: low.smallest, maximum: high.largest)
    // NaN never wins a comparison. If an infinity does, values are compared one by one.
    if result.minimum == -.infinity || result.maximum == .infinity {
      return finiteExtremes(values, count: count)
    }
    return result
  }

  private static func finiteExtremes(_ values: UnsafePointer<Float>, count: Int) -> Extremes {
    var result = Extremes()
    for position in 0..<count { result.add(values[position]) }
    return result
  }
}
