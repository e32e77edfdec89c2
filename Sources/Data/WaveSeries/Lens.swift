/// A method that reduces many values to a few points (downsampling) and can be chosen at run time.
///
/// All lenses treat missing values (NaN, which represents NULL, and infinities) alike, and never keep them. A
/// bucket in which all values are missing becomes a point with the value NaN at its first row, so that the
/// gap remains. A single value between two gaps becomes a point.
public enum Lens: UInt8, CaseIterable, Sendable {
  /// The first, minimum, maximum and last value of each bucket, which is exact if buckets are pixel columns.
  case m4 = 0
  /// The minimum and maximum of each bucket.
  case minMax = 1
  /// The points that form the largest triangles, chosen among the minima and maxima of buckets.
  case minMaxLTTB = 2
  /// The points that form the largest triangles, one for each bucket.
  case lttb = 3
  /// The points that form the largest triangles, in buckets that adapt to the values.
  case ltd = 4
  /// The mean of each bucket, with its minimum and maximum.
  case mean = 5
  /// The median of each bucket.
  case median = 6
  /// Every n-th row.
  case everyNth = 7
  /// The mean of a window of rows around each row.
  case movingAverage = 8

  /// The name of the lens.
  public var name: StaticString {
    switch self {
    case .m4: "M4 (exact)"
    case .minMax: "MinMax"
    case .minMaxLTTB: "MinMaxLTTB"
    case .lttb: "LTTB"
    case .ltd: "LTD"
    case .mean: "Mean"
    case .median: "Median"
    case .everyNth: "Every n-th"
    case .movingAverage: "Moving average"
    }
  }

  /// The cost of the lens, described in one line.
  public var cost: StaticString {
    switch self {
    case .m4, .minMax: "One look at each value; hardly any through the pyramid."
    case .minMaxLTTB, .mean: "One look at each value."
    case .lttb: "Two looks at each value, at every move."
    case .ltd: "The slowest: many looks at each value."
    case .median: "A copy and about three looks at each value."
    case .everyNth: "Nothing but the rows kept."
    case .movingAverage: "Two looks at each value, whatever the window."
    }
  }

  /// The information that the lens loses, described in one line.
  public var loss: StaticString {
    switch self {
    case .m4: "Nothing that a pixel can show."
    case .minMax: "Lines between columns are a little off."
    case .minMaxLTTB, .lttb: "Some spikes; shapes stay."
    case .ltd: "Detail in calm stretches."
    case .mean: "Every spike; the envelope shows how far values went."
    case .median: "Every spike: that is what it is for."
    case .everyNth: "All between, and fast changes turn into slow ones that are not there."
    case .movingAverage: "What is shorter than the window. Derived, not measured."
    }
  }

  /// Whether each point is a row of the table with its original value.
  ///
  /// If false, the values are computed, and a point's row is only its position.
  public var keepsRows: Bool {
    switch self {
    case .mean, .movingAverage: false
    default: true
    }
  }

  /// Applies the lens to values.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - threshold: The maximum number of points. ``m4`` keeps up to four points of each bucket, ``minMax``
  ///     up to two. There is at least one bucket.
  ///   - window: The number of rows averaged by ``movingAverage``.
  /// - Returns: The points, in ascending order of their rows.
  /// - Complexity: See ``cost``.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public func points<Value: LensValue>(
    of values: Span<Value>, threshold: Int, window: Int = 1
  ) -> [LensPoint] {
    let rows: [Int]
    switch self {
    case .m4: rows = M4.rows(of: values, threshold: threshold)
    case .minMax: rows = MinMax.rows(of: values, threshold: threshold)
    case .minMaxLTTB: rows = MinMaxLTTB.rows(of: values, threshold: threshold)
    case .lttb: rows = LTTB.rows(of: values, threshold: threshold)
    case .ltd: rows = LTD.rows(of: values, threshold: threshold)
    case .everyNth: rows = EveryNth.rows(count: values.count, threshold: threshold)
    case .mean: return Mean.points(of: values, edges: Self.edges(values.count, threshold))
    case .median: return Median.points(of: values, edges: Self.edges(values.count, threshold))
    case .movingAverage:
      return MovingAverage.points(of: values, edges: Self.edges(values.count, threshold), window: window)
    }
    return rows.map { row in
      LensPoint(row: row, value: values[row].isValid ? values[row].number : .nan)
    }
  }

  private static func edges(_ count: Int, _ threshold: Int) -> [Int] {
    Buckets.edges(rowCount: count, count: threshold)
  }
}
