/// The buckets of ``LTD``, which are split where a line is a poor fit and joined where it is a good fit.
struct DynamicBuckets {
  /// The first row of each bucket, followed by the end of all rows.
  ///
  /// The last row has a bucket of its own.
  private(set) var edges: [Int]

  /// Splits and joins buckets, at most `rounds` times.
  @inline(__always) mutating func adapt<Value: LensValue>(to fits: LineFits<Value>, rounds: Int) {
    let count = edges.count - 2
    var moments = (0..<count).map { fits.moments(edges[$0]..<edges[$0 + 1]) }
    var errors = (0..<count).map { fits.error(moments[$0], edges[$0]..<edges[$0 + 1]) }
    for _ in 0..<rounds {
      guard let worst = worst(errors), let calm = calmest(errors, without: worst),
        errors[calm] + errors[calm + 1] < errors[worst]
      else { return }
      // The bucket farther right is changed first, so that the other index stays valid.
      if calm > worst {
        joinPair(calm, fits, &moments, &errors)
        split(worst, fits, &moments, &errors)
      } else {
        split(worst, fits, &moments, &errors)
        joinPair(calm, fits, &moments, &errors)
      }
    }
  }

  private mutating func split<Value: LensValue>(
    _ bucket: Int, _ fits: LineFits<Value>, _ moments: inout [PairMoments], _ errors: inout [Double]
  ) {
    let (start, end) = (edges[bucket], edges[bucket + 1])
    let middle = start + (end - start) / 2
    let halves = [fits.moments(start..<middle), fits.moments(middle..<end)]
    edges.insert(middle, at: bucket + 1)
    moments.replaceSubrange(bucket...bucket, with: halves)
    errors.replaceSubrange(
      bucket...bucket, with: [fits.error(halves[0], start..<middle), fits.error(halves[1], middle..<end)])
  }

  private mutating func joinPair<Value: LensValue>(
    _ bucket: Int, _ fits: LineFits<Value>, _ moments: inout [PairMoments], _ errors: inout [Double]
  ) {
    edges.remove(at: bucket + 1)
    moments[bucket].join(moments.remove(at: bucket + 1))
    errors.remove(at: bucket + 1)
    errors[bucket] = fits.error(moments[bucket], edges[bucket]..<edges[bucket + 1])
  }

  /// Returns the first splittable bucket for which a line is the worst fit, or nil if there is none.
  private func worst(_ errors: [Double]) -> Int? {
    var result: Int?
    var largest = 0.0
    for bucket in errors.indices where errors[bucket] > largest && edges[bucket + 1] - edges[bucket] > 1 {
      (result, largest) = (bucket, errors[bucket])
    }
    return result
  }

  /// Returns the first pair of adjacent buckets for which lines are the best fit, excluding one bucket, or
  /// nil if there is none.
  private func calmest(_ errors: [Double], without bucket: Int) -> Int? {
    var result: Int?
    var smallest = Double.infinity
    for pair in 0..<Swift.max(errors.count - 1, 0) where pair != bucket && pair + 1 != bucket {
      let sum = errors[pair] + errors[pair + 1]
      if sum < smallest { (result, smallest) = (pair, sum) }
    }
    return result
  }
}
