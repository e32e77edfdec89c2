import WaveSignal

extension BinDetector {
  /// Adds the powers of a range of bins in a plane, in groups of eight where possible.
  ///
  /// - Complexity: O(bins), without allocation.
  @inline(__always)
  mutating func addAll(of plane: Span<Float>, _ bins: Range<Int>) {
    var bin = bins.lowerBound
    if bins.count >= 16 {
      let vectorEnd = bins.upperBound &- bins.count & 7
      let power = plane.withUnsafeBufferPointer { plane -> Float in
        var lanes = Float8(repeating: Self.neutral)
        guard let powers = plane.baseAddress.map(UnsafeRawPointer.init) else { return .nan }
        for place in stride(from: bin, to: vectorEnd, by: 8) {
          lanes = Self.joined(lanes, powers.loadUnaligned(fromByteOffset: 4 &* place, as: Float8.self))
        }
        lanes = Self.joined(lanes, lanes.upperHalves(lanes))
        lanes = Self.joined(lanes, lanes.highPairs(lanes))
        return Self.joined(lanes, lanes.oddTurns(lanes))[0]
      }
      // Otherwise some or all bins may be NaN, so they are added one by one.
      if !power.isNaN, power != Self.neutral {
        add(power, joinedBins: vectorEnd &- bin)
        bin = vectorEnd
      }
    }
    while bin < bins.upperBound {
      add(plane[bin])
      bin &+= 1
    }
  }
}
