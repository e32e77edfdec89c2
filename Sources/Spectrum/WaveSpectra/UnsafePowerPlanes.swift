import WaveSignal

/// The power accumulators of a row: the maximum, sum and minimum of each bin over several transforms.
struct PowerPlanes: ~Copyable, Sendable {
  private let floats: AlignedFloats
  private let vectorCount: Int
  /// The sums of powers in double precision, which are moved here from the vectors before rounding errors
  /// grow.
  ///
  /// They are zero for most rows.
  private var totals: [Double8]
  private var hasTotals = false
  private var sumCount = 0
  private var isEmpty = true

  /// Creates empty accumulators; `binCount` must be a multiple of 8.
  init(binCount: Int) {
    vectorCount = binCount / 8
    floats = AlignedFloats(count: 3 * binCount)
    totals = [Double8](repeating: Double8(), count: vectorCount)
  }

  private var vectors: UnsafeMutablePointer<DetectedPowers> {
    UnsafeMutableRawPointer(floats.base).assumingMemoryBound(to: DetectedPowers.self)
  }

  /// The destination for the next transform's bins, each of which is written once.
  var output: PowerOutput { PowerOutput(planes: vectors, isFirst: isEmpty) }

  /// Records that a transform has been written.
  mutating func finishTransform() {
    isEmpty = false
    sumCount &+= 1
    // The rounding error of 32 additions in single precision stays below 2e-6.
    if sumCount == 32 { addSums() }
  }

  private mutating func addSums() {
    for vector in 0..<vectorCount {
      totals[vector] = totals[vector] + Double8(vectors[vector].sum)
      vectors[vector].sum = Float8()
    }
    hasTotals = true
    sumCount = 0
  }

  /// Writes scaled bins, starting at `first`, to the planes of a row, and clears the accumulators.
  ///
  /// The bins are circular: bin 0 follows the last one. `first` must be a multiple of 8. The row's planes
  /// must have equal lengths, at most the number of bins.
  mutating func finish(
    first: Int, scale: Float, transformCount: Int, max: inout [Float], mean: inout [Float], min: inout [Float]
  ) {
    let count = max.count
    let scales = Float8(repeating: scale)
    let meanScales = Double8(repeating: Double(scale) / Double(transformCount))
    var source = first / 8
    max.withUnsafeMutableBufferPointer { max in
      mean.withUnsafeMutableBufferPointer { mean in
        min.withUnsafeMutableBufferPointer { min in
          for index in stride(from: 0, to: count, by: 8) {
            let powers = vectors[source]
            var sums = Double8(powers.sum)
            if hasTotals { sums = totals[source] + sums }
            max.store(powers.max * scales, at: index)
            mean.store(Float8(sums * meanScales), at: index)
            min.store(powers.min * scales, at: index)
            source &+= 1
            if source == vectorCount { source = 0 }
          }
        }
      }
    }
    if hasTotals { totals.withUnsafeMutableBufferPointer { $0.update(repeating: Double8()) } }
    hasTotals = false
    sumCount = 0
    isEmpty = true
  }
}

extension UnsafeMutableBufferPointer<Float> {
  /// Writes the elements of a vector that fit into the buffer.
  @inline(__always)
  fileprivate func store(_ vector: Float8, at index: Int) {
    if index &+ 8 <= count, let base = baseAddress {
      UnsafeMutableRawPointer(base + index).storeBytes(of: vector, as: Float8.self)
    } else {
      for lane in 0..<count &- index { self[index &+ lane] = vector[lane] }
    }
  }
}
