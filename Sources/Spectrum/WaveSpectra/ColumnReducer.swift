import WaveUnits

/// Reduces the bins of a row to columns on a screen.
///
/// Every bin in the band belongs to exactly one column.
///
/// A bin belongs to the column that contains its centre; a column includes its lower edge. If a band has
/// fewer bins than columns, each bin becomes a column, and the band is widened to whole bins. A picture
/// therefore never suggests a higher resolution than was acquired.
public struct ColumnReducer: Equatable, Sendable {
  /// The maximum number of columns.
  public static let columnsMax = 65_536

  /// The axis of the bins.
  public let axis: BinAxis
  /// The lower edge of the first column in hertz.
  public let lowHertz: Double
  /// The upper edge of the last column in hertz.
  public let highHertz: Double
  /// The number of columns; 0 if the request was invalid.
  public let columns: Int

  let mapping: Mapping

  enum Mapping: Equatable {
    /// Column `c` is bin `first + c`; bins outside the axis are empty.
    case oneToOne(first: Int)
    /// Column `c` contains the bins from `starts[c]` up to but excluding `starts[c + 1]`.
    case ranges(starts: [Int32])
  }
}

extension ColumnReducer {
  /// Creates a reducer that divides a band into columns.
  ///
  /// The band can extend beyond the axis or lie outside it; columns outside the axis are empty. An empty or
  /// infinite band, an axis without bins, or a column count outside 1...65,536 gives a reducer without
  /// columns.
  /// - Complexity: O(columns) in time and memory.
  public init(axis: BinAxis, lowHertz: Double, highHertz: Double, columns: Int) {
    let width = (highHertz - lowHertz) / axis.stepHertz
    let start = (lowHertz - axis.lowHertz) / axis.stepHertz
    guard axis.stepHertz > 0, axis.count > 0, axis.count < Int32.max, width > 0, width < 1e15,
      abs(start) < 1e15, columns >= 1, columns <= Self.columnsMax
    else {
      self.init(
        axis: axis, lowHertz: lowHertz, highHertz: highHertz, columns: 0, mapping: .oneToOne(first: 0))
      return
    }
    guard width <= Double(columns) * (1 + 1e-9) else {
      let starts = Self.starts(from: start, width: width, columns: columns, count: axis.count)
      let mapping = Mapping.ranges(starts: starts)
      self.init(axis: axis, lowHertz: lowHertz, highHertz: highHertz, columns: columns, mapping: mapping)
      return
    }
    // A band edge within a millionth of a bin of a bin's edge is treated as equal to it, so that rounding
    // adds no bin.
    var first = (start + 1e-6).rounded(.down)
    var last = (start + width - 1e-6).rounded(.up)
    if last <= first { last = first + 1 }
    if last - first > Double(columns) {
      // There is one bin too many. Omit the first or the last bin, whichever the band covers less of.
      if start - first > last - (start + width) { first += 1 } else { last -= 1 }
    }
    let bounded = Swift.min(Swift.max(first, Double(-Self.columnsMax)), Double(axis.count))
    self.init(
      axis: axis, lowHertz: axis.lowHertz + first * axis.stepHertz,
      highHertz: axis.lowHertz + last * axis.stepHertz, columns: Int(saturating: last - first),
      mapping: .oneToOne(first: Int(saturating: bounded)))
  }

  /// Returns, for each column, the index of the first bin whose centre is not below the column's lower edge.
  private static func starts(from start: Double, width: Double, columns: Int, count: Int) -> [Int32] {
    (0...columns).map { column in
      let edge = start + width * Double(column) / Double(columns)
      let bin = (edge - 0.5).rounded(.up)
      return Int32(saturating: Swift.min(Swift.max(bin, 0), Double(count)))
    }
  }

  /// Reduces one plane of linear powers to one value per column.
  ///
  /// NaN bins are ignored. A column without any other bins is NaN, as is a column beyond the plane's length.
  /// Elements of the output beyond `columns` are not changed.
  /// - Complexity: O(bins in the band + columns), without allocation.
  public func reduce(_ plane: Span<Float>, _ detector: Detector, into output: inout MutableSpan<Float>) {
    let count = Swift.min(columns, output.count)
    switch mapping {
    case .oneToOne(let first):
      for column in 0..<count {
        let bin = first &+ column
        output[column] = bin >= 0 && bin < plane.count ? plane[bin] : .nan
      }
    case .ranges(let starts):
      switch detector {
      case .max: reduce(plane, starts, MaxDetector.self, into: &output)
      case .mean: reduce(plane, starts, MeanDetector.self, into: &output)
      case .min: reduce(plane, starts, MinDetector.self, into: &output)
      case .sample: sample(plane, starts, into: &output)
      }
    }
  }

  /// Reduces ranges of bins with a detector that is known at compile time.
  private func reduce<D: BinDetector>(
    _ plane: Span<Float>, _ starts: [Int32], _ detector: D.Type, into output: inout MutableSpan<Float>
  ) {
    var start = Swift.min(Int(starts[0]), plane.count)
    for column in 0..<Swift.min(columns, output.count) {
      let end = Swift.min(Int(starts[column &+ 1]), plane.count)
      var state = D()
      state.addAll(of: plane, start..<end)
      output[column] = state.value
      start = end
    }
  }

  /// Writes the first bin with data in each column.
  private func sample(_ plane: Span<Float>, _ starts: [Int32], into output: inout MutableSpan<Float>) {
    for column in 0..<Swift.min(columns, output.count) {
      let end = Swift.min(Int(starts[column &+ 1]), plane.count)
      var bin = Swift.min(Int(starts[column]), end)
      while bin < end, plane[bin].isNaN { bin &+= 1 }
      output[column] = bin < end ? plane[bin] : .nan
    }
  }
}
