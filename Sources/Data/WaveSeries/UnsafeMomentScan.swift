import WaveSignal

/// Computes sums over blocks of finite single-precision values, in double precision, eight values at a time.
enum MomentScan {
  /// The number of values in a block.
  ///
  /// Squared deviations are computed about the mean of each block.
  static let blockCount = 1024

  /// Returns the mean of a block, the sum of its squared deviations, and its extremes, or nil if any value is
  /// not finite.
  static func moments(
    of block: Span<Float>
  ) -> (mean: Double, squaredDeviations: Double, extremes: Extremes)? {
    block.withUnsafeBufferPointer { block -> (Double, Double, Extremes)? in
      guard let values = block.baseAddress else { return nil }
      let sum = ValueScan.sum(values, count: block.count)
      guard sum.isFinite else { return nil }
      let mean = sum / Double(block.count)
      let means = Double8(repeating: mean)
      let squares = ValueScan.total(of: block.count) { place in
        let distance = Double8(values.lanes(at: place)) - means
        return distance * distance
      } one: { place in
        let distance = Double(values[place]) - mean
        return distance * distance
      }
      return (mean, squares, ValueScan.extremes(values, count: block.count))
    }
  }

  /// Returns the moments of two blocks of equal length, or nil if any value is not finite.
  static func moments(of x: Span<Float>, _ y: Span<Float>) -> PairMoments? {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        let count = Swift.min(x.count, y.count)
        guard let xs = x.baseAddress, let ys = y.baseAddress, count > 0 else { return nil }
        let (sumX, sumY) = (ValueScan.sum(xs, count: count), ValueScan.sum(ys, count: count))
        guard sumX.isFinite, sumY.isFinite else { return nil }
        let (meanX, meanY) = (sumX / Double(count), sumY / Double(count))
        var result = PairMoments(count: count, meanX: meanX, meanY: meanY)
        var (xx, yy, xy) = (Double8(), Double8(), Double8())
        let (meansX, meansY) = (Double8(repeating: meanX), Double8(repeating: meanY))
        var place = 0
        while place &+ 8 <= count {
          let (dx, dy) = (Double8(xs.lanes(at: place)) - meansX, Double8(ys.lanes(at: place)) - meansY)
          xx = xx + dx * dx
          yy = yy + dy * dy
          xy = xy + dx * dy
          place &+= 8
        }
        (result.xx, result.yy, result.xy) = (xx.total, yy.total, xy.total)
        while place < count {
          let (dx, dy) = (Double(xs[place]) - meanX, Double(ys[place]) - meanY)
          result.xx += dx * dx
          result.yy += dy * dy
          result.xy += dx * dy
          place &+= 1
        }
        return result
      }
    }
  }
}

/// The moments of pairs of values: their means, and the sums of the products of their deviations.
struct PairMoments: Equatable, Sendable {
  var count = 0
  var meanX = 0.0
  var meanY = 0.0
  var xx = 0.0
  var yy = 0.0
  var xy = 0.0

  /// Adds the moments of a second set of pairs.
  mutating func join(_ other: PairMoments) {
    guard other.count > 0 else { return }
    let total = Double(count + other.count)
    let (dx, dy) = (other.meanX - meanX, other.meanY - meanY)
    let weight = Double(count) * Double(other.count) / total
    xx += other.xx + dx * dx * weight
    yy += other.yy + dy * dy * weight
    xy += other.xy + dx * dy * weight
    meanX += dx * (Double(other.count) / total)
    meanY += dy * (Double(other.count) / total)
    count += other.count
  }
}
