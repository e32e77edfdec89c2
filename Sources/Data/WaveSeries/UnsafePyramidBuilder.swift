import WaveSignal

/// Builds a chunk's pyramid in one pass over its values.
enum PyramidBuilder {
  /// Writes all levels of the pyramid, and returns the number of valid values and their sum.
  ///
  /// - Complexity: O(count), without allocation.
  static func build(
    _ values: UnsafePointer<Float>, count: Int, layout: PyramidLayout,
    into blocks: UnsafeMutablePointer<Extremes>
  ) -> (validCount: Int, sum: Double) {
    blocks.initialize(repeating: Extremes(), count: layout.count)
    var validCount = 0
    var sum = 0.0
    var block = 0
    for start in stride(from: 0, to: count, by: PyramidLayout.blockCount) {
      let length = Swift.min(PyramidLayout.blockCount, count - start)
      blocks[block] = ValueScan.extremes(values + start, count: length)
      block += 1
      let blockSum = ValueScan.sum(values + start, count: length)
      if blockSum.isFinite {
        // The sum of 64 floats cannot overflow a double, so it is finite only if all values are finite.
        validCount += length
        sum += blockSum
      } else {
        for position in start..<start + length where values[position].isFinite {
          validCount += 1
          sum += Double(values[position])
        }
      }
    }
    for level in 1..<PyramidLayout.levels {
      let (below, own) = (blocks + layout.start(ofLevel: level - 1), blocks + layout.start(ofLevel: level))
      for block in 0..<PyramidLayout.blocks(of: count, shift: 6 + 3 * level) {
        var extremes = Extremes()
        for child in 0..<8 { extremes.join(below[8 * block + child]) }
        own[block] = extremes
      }
    }
    return (validCount, sum)
  }
}

extension ValueScan {
  /// Returns the sum of values, in double precision; not finite if any value is not finite.
  @inline(__always) static func sum(_ values: UnsafePointer<Float>, count: Int) -> Double {
    total(of: count, eight: { Double8(values.lanes(at: $0)) }, one: { Double(values[$0]) })
  }

  /// Returns the sum of terms, of which eight at a time are computed where possible.
  @inline(__always)
  static func total(of count: Int, eight: (Int) -> Double8, one: (Int) -> Double) -> Double {
    var sums = Double8()
    var place = 0
    while place &+ 8 <= count {
      sums = sums + eight(place)
      place &+= 8
    }
    var sum = sums.total
    while place < count {
      sum += one(place)
      place &+= 1
    }
    return sum
  }
}
