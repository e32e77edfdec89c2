import WaveWire

/// The values of a plane (its levels or their differences), and histograms of them with buckets of several
/// widths.
struct PlaneValues: Sendable {
  /// The values; the first `count` are valid.
  private(set) var values = [Int16](repeating: 0, count: WireLimits.columns)
  /// The number of valid values.
  private(set) var count = 0
  /// The histograms, one after another: 512 counts for the narrowest buckets, 256 for buckets twice as wide,
  /// and so on.
  private(set) var counts = [UInt16](repeating: 0, count: 2 * PlaneCoding.buckets)
  /// The value at which the lowest bucket starts.
  private(set) var base: Int32 = 0
  /// The number of plain bits per value for the chosen bucket width.
  private(set) var lowBits = 0
  /// The range in `counts` of the chosen buckets, from the lowest value's bucket to the highest value's.
  private(set) var buckets = 0..<0
  /// The approximate size of all values plus the code itself, in 256ths of a bit.
  private(set) var cost = 0

  /// Sets the values to the levels of all columns that are not gaps.
  mutating func set(levelsOf plane: Span<Int16>) { count = Self.gather(plane, into: &values) }

  private static func gather(_ plane: Span<Int16>, into values: inout [Int16]) -> Int {
    var values = values.mutableSpan
    var count = 0
    for column in 0..<Swift.min(plane.count, values.count) {
      let level = plane[unchecked: column]
      values[unchecked: count] = level
      count &+= level == RowMessage.gap ? 0 : 1
    }
    return count
  }

  /// Sets the values to the difference of each level from the previous one, modulo 2^16.
  mutating func set(differencesOf levels: PlaneValues) {
    count = Swift.max(0, levels.count - 1)
    Self.difference(levels.values.span.extracting(first: levels.count), into: &values)
  }

  private static func difference(_ levels: Span<Int16>, into values: inout [Int16]) {
    var values = values.mutableSpan
    for index in 0..<Swift.max(0, levels.count - 1) {
      values[unchecked: index] = levels[unchecked: index &+ 1] &- levels[unchecked: index]
    }
  }

  /// Counts the values in each bucket, and chooses the bucket width.
  ///
  /// There must be at least one value.
  ///
  /// - Complexity: O(values + buckets), without allocation.
  mutating func tally() {
    let (lowest, highest) = Self.range(of: values.span.extracting(first: count))
    base = Int32(lowest)
    let range = UInt32(bitPattern: Int32(highest) - base)
    lowBits = Swift.max(0, 32 - range.leadingZeroBitCount - PlaneCoding.bucketCountBits)
    buckets = 0..<Int(range >> UInt32(lowBits)) + 1
    Self.tally(values, count: count, from: base, lowBits: lowBits, buckets, into: &counts)
    cost = cost(of: buckets, lowBits: lowBits)
    widen()
  }

  private static func range(of values: Span<Int16>) -> (lowest: Int16, highest: Int16) {
    var lowest = Int16.max
    var highest = Int16.min
    for index in values.indices {
      let value = values[unchecked: index]
      lowest = Swift.min(lowest, value)
      highest = Swift.max(highest, value)
    }
    return (lowest, highest)
  }

  private static func tally(
    _ values: [Int16], count: Int, from base: Int32, lowBits: Int, _ buckets: Range<Int>,
    into counts: inout [UInt16]
  ) {
    let values = values.span.extracting(first: count)
    var counts = counts.mutableSpan
    let shift = UInt32(truncatingIfNeeded: lowBits)
    for bucket in buckets { counts[bucket] = 0 }
    for index in values.indices {
      // The highest value is in the last bucket, so no index is beyond it.
      let above = UInt32(bitPattern: Int32(values[unchecked: index]) &- base)
      counts[unchecked: Int(above &>> shift)] &+= 1
    }
  }

  /// Doubles the width of the buckets repeatedly, while that shortens the encoded plane.
  private mutating func widen() {
    var finer = buckets
    var bits = lowBits
    var start = 0
    var size = PlaneCoding.buckets
    while finer.count > 1, bits < PlaneCoding.lowBits {
      start += size
      size /= 2
      let wider = start..<start + (finer.count + 1) / 2
      // An odd last bucket has no neighbour, so an empty one is added.
      if finer.count & 1 != 0 { counts[finer.upperBound] = 0 }
      var from = finer.lowerBound
      for bucket in wider {
        counts[bucket] = counts[from] &+ counts[from &+ 1]
        from &+= 2
      }
      bits += 1
      let cost = cost(of: wider, lowBits: bits)
      guard cost < self.cost else { return }
      (self.cost, lowBits, buckets) = (cost, bits, wider)
      finer = wider
    }
  }

  /// Returns the approximate size of the values in the given buckets, in 256ths of a bit.
  private func cost(of buckets: Range<Int>, lowBits: Int) -> Int {
    let counts = counts.span
    let whole = Self.logarithm(self.count)
    var cost = 0
    var present = 0
    for bucket in buckets {
      let count = Int(counts[bucket])
      guard count > 0 else { continue }
      // No code is shorter than one bit.
      cost &+= count &* Swift.max(256, whole &- Self.logarithm(count))
      present &+= 1
    }
    if present == 1 { cost = 0 }
    return cost + 256 * (lowBits * self.count + Self.codeLengthBits * present)
  }

  /// The approximate number of bits needed for a bucket's code length.
  private static var codeLengthBits: Int { 4 }

  /// Returns the binary logarithm in 256ths, interpolated linearly between powers of two.
  ///
  /// The result is up to 23/256 too low.
  @inline(__always)
  private static func logarithm(_ count: Int) -> Int {
    let whole = Int.bitWidth &- 1 &- count.leadingZeroBitCount
    return whole &* 256 &+ ((count &<< 8) &>> whole) &- 256
  }
}
