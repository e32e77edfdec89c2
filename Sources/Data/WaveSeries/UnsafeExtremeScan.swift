extension UnsafePointer where Pointee: LensValue {
  /// Loads a vector of consecutive values, starting at an index that need not be aligned.
  @inline(__always) func lanes(at index: Int) -> Pointee.Lanes {
    UnsafeRawPointer(self + index).loadUnaligned(as: Pointee.Lanes.self)
  }
}

/// Finds the indices of the minimum and maximum of values in memory.
enum ExtremeScan<Value: LensValue> {
  /// The number of values in a block.
  ///
  /// Only the blocks that contain the extreme values are searched for their indices.
  private static var blockCount: Int { 512 }

  /// Returns the indices of the first minimum and the first maximum, or nil if no value is valid.
  ///
  /// - Complexity: O(count), without allocation.
  @inline(__always)
  static func positions(_ values: UnsafePointer<Value>, count: Int) -> (minimum: Int, maximum: Int)? {
    guard count > 0 else { return nil }
    let (lowest, highest) = Value.bounds
    var (low, high) = (highest, lowest)
    var (lowStart, highStart) = (0, 0)
    var start = 0
    while start < count {
      let end = Swift.min(start &+ blockCount, count)
      let block = extremes(values + start, count: end &- start)
      if block.low < low { (low, lowStart) = (block.low, start) }
      if block.high > high { (high, highStart) = (block.high, start) }
      start = end
    }
    // An infinity is not a valid value but can be the extreme found here. In that case, and if integers reach
    // their bounds, values are compared one by one.
    if !low.isValid || !high.isValid { return slowPositions(values, count: count) }
    guard let minimum = position(of: low, values, from: lowStart, count: count),
      let maximum = position(of: high, values, from: highStart, count: count)
    else { return nil }
    return (minimum, maximum)
  }

  @inline(__always)
  private static func extremes(_ values: UnsafePointer<Value>, count: Int) -> (low: Value, high: Value) {
    let (lowest, highest) = Value.bounds
    var (low, high) = (highest, lowest)
    var position = 0
    if count >= 8 {
      var (lows, highs) = (Value.lanes(highest), Value.lanes(lowest))
      var (lows2, highs2) = (lows, highs)
      while position &+ 16 <= count {
        let (first, second) = (values.lanes(at: position), values.lanes(at: position &+ 8))
        lows = Value.smaller(lows, first)
        highs = Value.larger(highs, first)
        lows2 = Value.smaller(lows2, second)
        highs2 = Value.larger(highs2, second)
        position &+= 16
      }
      // Read the last eight values and the values before them; some values are read twice.
      let last = values.lanes(at: count &- 8)
      let middle = values.lanes(at: Swift.min(position, count &- 8))
      // The operand that may hold NaN comes second, so that NaN is ignored.
      lows = Value.smaller(Value.smaller(Value.smaller(lows, lows2), middle), last)
      highs = Value.larger(Value.larger(Value.larger(highs, highs2), middle), last)
      return (Value.smallest(lows), Value.largest(highs))
    }
    while position < count {
      if values[position] < low { low = values[position] }
      if values[position] > high { high = values[position] }
      position &+= 1
    }
    return (low, high)
  }

  /// Returns the index of the first occurrence of a number, or nil if it does not occur.
  @inline(__always)
  static func position(of value: Value, _ values: UnsafePointer<Value>, from start: Int, count: Int) -> Int? {
    var position = start
    let wanted = Value.lanes(value)
    while position &+ 8 <= count, !Value.hasEqual(values.lanes(at: position), wanted) { position &+= 8 }
    while position < count {
      if values[position] == value { return position }
      position &+= 1
    }
    return nil
  }

  private static func slowPositions(
    _ values: UnsafePointer<Value>, count: Int
  ) -> (minimum: Int, maximum: Int)? {
    var result: (minimum: Int, maximum: Int)?
    for position in 0..<count where values[position].isValid {
      guard let best = result else {
        result = (position, position)
        continue
      }
      if values[position] < values[best.minimum] { result?.minimum = position }
      if values[position] > values[best.maximum] { result?.maximum = position }
    }
    return result
  }
}
