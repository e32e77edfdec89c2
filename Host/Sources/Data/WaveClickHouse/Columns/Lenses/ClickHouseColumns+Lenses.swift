public import WaveDataFeed
public import WaveSeries
import WaveTables
import WaveUnits

/// Points chosen by lenses, which are methods that reduce a column to fewer points.
///
/// Buckets are intervals of x of equal length here, whereas buckets of the local engine have equal numbers of
/// rows. The results agree if rows are evenly spaced.
extension ClickHouseColumns {
  /// The lenses (downsampling methods) that a server can compute by aggregating its own rows.
  public static let lenses: [Lens] = [.m4, .minMax, .minMaxLTTB, .mean]
  /// The maximum number of points that a lens can return.
  private static let thresholdLimit = 4096

  /// Returns the points that a lens chooses in several columns, computed in one pass.
  public func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    if case .ranks = window.order { throw .absent("In the order of a column, every lane is drawn by M4.") }
    try check(columns)
    let threshold = max(3, min(Self.thresholdLimit, lens.threshold))
    switch lens.lens {
    case .minMax: return try await extremes(of: columns, window, filters, picture)
    case .mean: return try await means(of: columns, threshold, window, filters)
    case .minMaxLTTB: return try await triangles(of: columns, threshold, window, filters)
    default: throw .absent("\(lens.lens.name) needs every row on one machine.")
    }
  }

  /// Returns the minimum and maximum of each pixel column.
  private func extremes(
    of columns: [Int], _ window: ColumnWindow, _ filters: [ColumnFilter], _ picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    // The picture already contains the result of the first query.
    let drawnLanes = picture.flatMap { LensBucket.lanes(of: $0, in: window) }
    return try await buckets(of: columns, .minMax, window, filters, drawnLanes: drawnLanes).map {
      ColumnPoints(points: LensPoints($0, .minMax).parted)
    }
  }

  /// Returns the means of intervals, and the nearest rows outside the window.
  private func means(
    of columns: [Int], _ threshold: Int, _ window: ColumnWindow, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    var cut = window
    cut.pixels = threshold
    let lanes = try await buckets(of: columns, .mean, cut, filters)
    var sides: [[[LensBucket]]] = []
    for isBefore in [true, false] {
      let tick = try await beside(window, isBefore: isBefore, threshold, filters)
      sides.append(try await rows(of: columns, at: tick, .mean, window.order, filters))
    }
    return lanes.indices.map { place in
      let buckets = sides[0][place] + lanes[place] + sides[1][place]
      return ColumnPoints(points: LensPoints(buckets, .mean).parted)
    }
  }

  /// Returns the points that form the largest triangles (LTTB), chosen from the extremes of intervals, or
  /// from all rows if there are few.
  private func triangles(
    of columns: [Int], _ threshold: Int, _ window: ColumnWindow, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    var ends: [Int64] = []
    for isBefore in [true, false] {
      guard let tick = try await end(of: window, isBefore: isBefore, threshold, filters) else { break }
      ends.append(tick)
    }
    guard ends.count == 2 else { return columns.map { _ in ColumnPoints(points: []) } }
    guard ends[0] <= ends[1] else {
      throw Self.failure(.brokenAnswer(byte: 0, reason: "rows are from \(ends[0]) to \(ends[1])"))
    }
    let axis = try await known(window.order)
    let limit = threshold * MinMaxLTTB.ratio
    // The first and last rows are always kept, so the query covers only the rows between them.
    let inner = max(window.from, ends[0] + 1)..<max(window.from, ends[0] + 1, min(window.until, ends[1]))
    let cut = ColumnWindow(
      order: window.order, from: inner.lowerBound, until: max(inner.lowerBound + 1, inner.upperBound),
      pixels: limit / 2)
    let count = try await count(ends[0], ends[1] + 1, axis, filters)
    guard count >= UInt64(limit + MinMaxLTTB.ratio) else {
      return try await triangles(of: columns, threshold, ends[0]...ends[1], axis, filters)
    }
    let lanes = inner.isEmpty ? nil : try await buckets(of: columns, .minMaxLTTB, cut, filters)
    let first = try await rows(of: columns, at: ends[0], .minMaxLTTB, window.order, filters)
    let last = try await rows(of: columns, at: ends[1], .minMaxLTTB, window.order, filters)
    return columns.indices.map { place in
      let buckets = first[place] + (lanes?[place] ?? []) + (ends[1] > ends[0] ? last[place] : [])
      var made = LensPoints(buckets, .minMaxLTTB)
      made.keepTriangles(threshold)
      return ColumnPoints(points: made.parted)
    }
  }

  /// Returns the points that form the largest triangles (LTTB), chosen from all rows of a range that has few
  /// rows.
  private func triangles(
    of columns: [Int], _ threshold: Int, _ range: ClosedRange<Int64>, _ axis: KnownAxis,
    _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    var terms = [axis.tick.sql]
    for number in columns {
      let column = schema.columns[number]
      guard let value = column.value else { continue }
      terms += ["toUInt8(\(column.valid ?? "1"))", value]
    }
    let conditions =
      axis.tick.isWithin(range.lowerBound, range.upperBound + 1, schema.columns)
      + (try await conditions(filters))
    var made = [LensPoints](repeating: LensPoints(), count: columns.count)
    try await select(
      terms.joined(separator: ", "), where: conditions,
      then: "ORDER BY \(rowOrder(axis).joined(separator: ", ")) LIMIT \((threshold + 1) * MinMaxLTTB.ratio)"
    ) { reader throws(ClickHouseError) in
      while !reader.isAtEnd {
        let tick = Int(try reader.tick(in: range))
        for place in made.indices {
          let isThere = try reader.flag()
          let value = try reader.double()
          made[place].add(LensPoint(row: tick, value: isThere ? value : .nan))
        }
      }
    }
    return made.map { lane in
      var lane = lane
      lane.keepTriangles(threshold)
      return ColumnPoints(points: lane.parted)
    }
  }

  // MARK: - Intervals and single rows

  /// Returns the aggregates that a lens needs, for each interval of a window.
  private func buckets(
    of columns: [Int], _ lens: Lens, _ window: ColumnWindow, _ filters: [ColumnFilter],
    drawnLanes: [[LensBucket]]? = nil
  ) async throws(ColumnFailure) -> [[LensBucket]] {
    let axis = try await known(window.order)
    let query = LensQuery(
      lens: lens, stretches: query(of: columns, axis, window, try await conditions(filters)))
    var lanes: [[LensBucket]]
    if let drawnLanes, drawnLanes.count == columns.count {
      lanes = drawnLanes
    } else {
      lanes = try await ask(query.sums) { reader throws(ClickHouseError) in try query.buckets(&reader) }
    }
    if lens != .mean {
      for part in query.parts(lanes, where: \.isSpread) {
        try await ask(query.extremes(of: lanes, in: part)) { reader throws(ClickHouseError) in
          try query.readExtremes(&reader, into: &lanes)
        }
      }
    }
    for part in query.parts(lanes, where: \.isParted) {
      try await ask(query.gaps(of: lanes, in: part)) { reader throws(ClickHouseError) in
        try query.readGaps(&reader, into: &lanes)
      }
    }
    return lanes
  }

  /// Returns one bucket per column, computed from the rows at a tick, or none if there is no tick.
  private func rows(
    of columns: [Int], at tick: Int64?, _ lens: Lens, _ order: ColumnOrder, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[LensBucket]] {
    guard let tick else { return columns.map { _ in [] } }
    let window = ColumnWindow(order: order, from: tick, until: tick + 1, pixels: 1)
    return try await buckets(of: columns, lens, window, filters)
  }

  /// Returns the approximate range of x that one point represents.
  private func step(_ window: ColumnWindow, _ threshold: Int) -> Int64 {
    max(1, window.until.saturatingSubtracting(window.from) / Int64(threshold))
  }

  /// Returns the tick of the nearest row outside a window on one side, or nil if there is none.
  private func beside(
    _ window: ColumnWindow, isBefore: Bool, _ threshold: Int, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> Int64? {
    let axis = try await known(window.order)
    guard isBefore ? window.from > axis.axis.from : window.until < axis.axis.until else { return nil }
    return try await nearestTick(
      isBefore ? min(window.from, axis.axis.until) - 1 : max(window.until, axis.axis.from),
      isBefore: isBefore, width: step(window, threshold), axis, filters)
  }

  /// Returns the tick of the first or last row to draw.
  ///
  /// This is the nearest row outside the window if there is one, otherwise the outermost row inside the
  /// window.
  private func end(
    of window: ColumnWindow, isBefore: Bool, _ threshold: Int, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> Int64? {
    if let tick = try await beside(window, isBefore: isBefore, threshold, filters) { return tick }
    let axis = try await known(window.order)
    return try await nearestTick(
      isBefore ? max(window.from, axis.axis.from) : min(window.until, axis.axis.until) - 1,
      isBefore: !isBefore, width: step(window, threshold), axis, filters)
  }
}
