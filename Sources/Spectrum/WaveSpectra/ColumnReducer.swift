import WaveUnits

/// Reduces the bins of a row to the columns of a screen, so that no bin is skipped and none counted twice.
///
/// Each bin belongs to the one column its centre falls into, lower edge included. Where a band holds fewer
/// bins than there are columns, each bin becomes a column of its own and the band is widened to whole bins:
/// a picture never shows a resolution that was not acquired.
public struct ColumnReducer: Equatable, Sendable {
  /// Most columns that are made.
  public static let columnsMax = 65_536

  /// The bins that are reduced.
  public let axis: BinAxis
  /// Lower edge of the first column in hertz.
  public let lowHertz: Double
  /// Upper edge of the last column in hertz.
  public let highHertz: Double
  /// Number of columns; 0 if nothing sensible was asked for.
  public let columns: Int

  let mapping: Mapping

  enum Mapping: Equatable {
    /// Column `c` is bin `first + c`; bins outside the axis are empty.
    case oneToOne(first: Int)
    /// Column `c` holds the bins from `starts[c]` up to `starts[c + 1]`.
    case ranges(starts: [Int32])
  }

  /// Lays columns over a band.
  ///
  /// The band may reach beyond the axis or miss it: columns there stay empty. An empty or infinite band, an
  /// axis without bins and a number of columns outside 1...65,536 give a reducer without columns.
  /// - Complexity: O(columns), allocating as many numbers.
  public init(axis: BinAxis, lowHertz: Double, highHertz: Double, columns: Int) {
    self.axis = axis
    let width = (highHertz - lowHertz) / axis.stepHertz
    let start = (lowHertz - axis.lowHertz) / axis.stepHertz
    guard axis.stepHertz > 0, axis.count > 0, axis.count < Int32.max, width > 0, width < 1e15,
      abs(start) < 1e15,
      columns >= 1, columns <= Self.columnsMax
    else {
      self.lowHertz = lowHertz
      self.highHertz = highHertz
      self.columns = 0
      mapping = .oneToOne(first: 0)
      return
    }
    guard width <= Double(columns) * (1 + 1e-9) else {
      self.lowHertz = lowHertz
      self.highHertz = highHertz
      self.columns = columns
      mapping = .ranges(starts: Self.starts(from: start, width: width, columns: columns, count: axis.count))
      return
    }
    // A band within a millionth of a bin of an edge ends there: rounding must not add a bin.
    var first = (start + 1e-6).rounded(.down)
    var last = (start + width - 1e-6).rounded(.up)
    if last <= first { last = first + 1 }
    if last - first > Double(columns) {
      // One bin too many at the ends: leave out the one of which less was asked for.
      if start - first > last - (start + width) { first += 1 } else { last -= 1 }
    }
    self.lowHertz = axis.lowHertz + first * axis.stepHertz
    self.highHertz = axis.lowHertz + last * axis.stepHertz
    self.columns = Int(saturating: last - first)
    let bounded = Swift.min(Swift.max(first, Double(-Self.columnsMax)), Double(axis.count))
    mapping = .oneToOne(first: Int(saturating: bounded))
  }

  /// Finds the first bin whose centre is not below each column's lower edge.
  private static func starts(from start: Double, width: Double, columns: Int, count: Int) -> [Int32] {
    (0...columns).map { column in
      let edge = start + width * Double(column) / Double(columns)
      let bin = (edge - 0.5).rounded(.up)
      return Int32(saturating: Swift.min(Swift.max(bin, 0), Double(count)))
    }
  }

  /// Reduces one plane of linear powers by a detector, one value a column.
  ///
  /// Bins that are NaN do not count; a column of nothing else, or without bins, is NaN, and so are columns
  /// beyond the plane's own length. Values beyond `columns` or the output's length are left as they are.
  /// - Complexity: O(bins in the band + columns), no allocation.
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

  /// Reduces ranges of bins by one detector, known to the compiler.
  private func reduce<D: BinDetector>(
    _ plane: Span<Float>, _ starts: [Int32], _ detector: D.Type, into output: inout MutableSpan<Float>
  ) {
    var start = Swift.min(Int(starts[0]), plane.count)
    for column in 0..<Swift.min(columns, output.count) {
      let end = Swift.min(Int(starts[column &+ 1]), plane.count)
      var state = D()
      state.takeAll(of: plane, start..<end)
      output[column] = state.value
      start = end
    }
  }

  /// Takes the first bin with data of each column.
  private func sample(_ plane: Span<Float>, _ starts: [Int32], into output: inout MutableSpan<Float>) {
    for column in 0..<Swift.min(columns, output.count) {
      let end = Swift.min(Int(starts[column &+ 1]), plane.count)
      var bin = Swift.min(Int(starts[column]), end)
      while bin < end, plane[bin].isNaN { bin &+= 1 }
      output[column] = bin < end ? plane[bin] : .nan
    }
  }
}
