import WaveSpectrumWire
import WaveUnits

/// The newest row of the spectrum, with missing planes filled in from earlier rows.
struct Trace: Equatable, Sendable {
  let view: UInt16
  let band: Band
  let columns: Int
  private(set) var planes: PlaneSet
  let sequence: UInt32
  /// The start of the newest row's interval in server microseconds.
  let startMicroseconds: Int64
  /// The levels of all planes, one plane after another, as values of `scale`; `RowMessage.gap` if there are
  /// no data.
  private(set) var values: [Int16]
  private(set) var scale: LevelScale

  /// Creates a trace from a row.
  ///
  /// If the row has only the first plane, the other planes are kept from the previous trace, provided that
  /// both have the same view and band.
  init(_ row: RowMessage, band: Band, after before: Trace?) {
    (view, self.band, columns) = (row.view, band, Int(row.columns))
    (sequence, startMicroseconds) = (row.sequence, row.startMicroseconds)
    (planes, values, scale) = (row.planes, row.values, row.scale)
    guard let before, before.view == view, before.band == band, before.columns == columns,
      before.scale == scale, planes == before.planes.first, values.count == columns
    else { return }
    (planes, values) = (before.planes, before.values)
    for column in 0..<columns { values[column] = row.values[column] }
  }

  /// Returns the index of a plane's first value; nil if the trace does not have the plane.
  func start(of plane: PlaneSet) -> Int? {
    guard planes.contains(plane) else { return nil }
    let below = PlaneSet(rawValue: planes.rawValue & (plane.rawValue &- 1))
    return below.count * columns
  }

  /// Returns the level in decibels at an index in `values`; NaN if there are no data.
  @inline(never)
  func decibels(_ place: Int) -> Float {
    let value = values[place]
    return value == RowMessage.gap ? .nan : scale.centibels(of: value) / 10
  }

  /// Returns the index of the column that contains a frequency; nil outside the band.
  func column(of hertz: Double) -> Int? { band.column(ofHertz: hertz, count: columns) }

  /// Returns the frequency at the centre of a column.
  func hertz(of column: Int) -> Double { band.low + (Double(column) + 0.5) / Double(columns) * band.width }
}

extension Trace {
  /// Returns the level at a frequency in decibels; nil if there are no data.
  func decibels(atHertz hertz: Double) -> Double? {
    guard let start = start(of: .max), let column = column(of: hertz) else { return nil }
    let level = decibels(start + column)
    return level.isNaN ? nil : Double(level)
  }

  /// Returns the frequency of the highest level in a range of frequencies; nil if there are no data.
  func peakHertz(from low: Double, to high: Double) -> Double? {
    guard let start = start(of: .max),
      let first = column(of: Swift.max(band.low, low)),
      let last = column(of: Swift.min(band.high - 1e-6 * band.width, high)), first <= last
    else { return nil }
    let best = (first...last).max { values[start + $0] < values[start + $1] }
    guard let best, values[start + best] != RowMessage.gap else { return nil }
    return hertz(of: best)
  }

  /// Returns the highest level in decibels; nil if there are no data.
  var highestDecibels: Double? {
    guard let start = start(of: .max), let value = values[start..<start + columns].max(),
      value != RowMessage.gap
    else { return nil }
    return Double(scale.centibels(of: value) / 10)
  }

  /// Returns the plane of maxima as a row to search for peaks.
  func peakRow(microseconds: Int64) -> PeakRow? {
    guard let start = start(of: .max) else { return nil }
    return PeakRow(values: Array(values[start..<start + columns]), band: band, microseconds: microseconds)
  }
}
