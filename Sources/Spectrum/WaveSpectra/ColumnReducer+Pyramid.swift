extension ColumnReducer {
  /// The average number of bins per column above which reducing blocks is faster than reducing single bins.
  private static let blockBins = 8

  /// Reduces a row to one value per column, using the row's pyramid.
  ///
  /// Reducing the row's plane instead would give the same maximum, minimum and sample, and a mean that
  /// differs only by rounding. A sample is the first bin of its column that has data.
  /// - Complexity: O(columns * log(bins per column)), regardless of the number of bins. The sample detector
  ///   takes longer if data are missing. Without allocation.
  public func reduce(_ pyramid: PowerPyramid, _ detector: Detector, into output: inout MutableSpan<Float>) {
    guard case .ranges(let starts) = mapping, detector != .sample,
      Int(starts[columns] - starts[0]) >= Self.blockBins * columns
    else { return reduce(pyramid.row.plane(detector).span, detector, into: &output) }
    switch detector {
    case .max:
      reduce(pyramid, pyramid.row.max.span, pyramid.max.span, starts, MaxDetector.self, into: &output)
    case .min:
      reduce(pyramid, pyramid.row.min.span, pyramid.min.span, starts, MinDetector.self, into: &output)
    case .mean, .sample:
      for column in 0..<Swift.min(columns, output.count) {
        let total = pyramid.total(
          from: Swift.min(Int(starts[column]), pyramid.count),
          to: Swift.min(Int(starts[column &+ 1]), pyramid.count))
        output[column] = total.valid > 0 ? Float(total.sum / Double(total.valid)) : .nan
      }
    }
  }

  private func reduce<D: BinDetector>(
    _ pyramid: PowerPyramid, _ plane: Span<Float>, _ blocks: Span<Float>, _ starts: [Int32],
    _ detector: D.Type, into output: inout MutableSpan<Float>
  ) {
    var bin = Swift.min(Int(starts[0]), pyramid.count)
    for column in 0..<Swift.min(columns, output.count) {
      let end = Swift.min(Int(starts[column &+ 1]), pyramid.count)
      var state = D()
      while bin < end {
        let level = PowerPyramid.level(from: bin, to: end)
        state.add(level == 0 ? plane[bin] : blocks[pyramid.starts[level] &+ bin &>> level])
        bin &+= 1 &<< level
      }
      output[column] = state.value
    }
  }
}
