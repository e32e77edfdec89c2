import WaveUnits

/// A least-squares line through some of a profile's heights, described by its values at both ends of the
/// profile.
struct LineFit {
  let first: Double
  let last: Double

  init(_ heights: [Double], _ spacing: Double, _ start: Double, _ end: Double) {
    let count = heights.count - 1
    var low = Int(saturating: Swift.max(start / spacing, 0))
    var high = count - Int(saturating: Swift.max(Double(count) - end / spacing, 0))
    if high <= low {
      low = Swift.max(low - 1, 0)
      high = count - Swift.max(count - (high + 1), 0)
    }
    let length = Double(high - low)
    var shifted = -0.5 * length
    let end = Double(high) + shifted
    var sum = 0.5 * (heights[low] + heights[high])
    var moment = 0.5 * (heights[low] - heights[high]) * shifted
    for i in (low + 1)..<Swift.max(low + 1, high) {
      shifted += 1
      sum += heights[i]
      moment += heights[i] * shifted
    }
    sum /= length
    moment *= 12 / ((length * length + 2) * length)
    first = sum - moment * end
    last = sum + moment * (Double(count) - end)
  }
}
