import WaveSpectrumWire
import WaveUnits

/// The newest row of the spectrum, with the planes that came with rows shortly before it.
struct Trace: Equatable, Sendable {
  let view: UInt16
  let band: Band
  let columns: Int
  private(set) var planes: PlaneSet
  let sequence: UInt32
  /// Start of the newest row's interval in server microseconds.
  let startMicroseconds: Int64
  /// Numbers of the scale, or `RowMessage.gap`, plane after plane; a higher level has a higher number.
  private(set) var values: [Int16]
  private(set) var scale: LevelScale

  /// Receives a row's planes; where it has the first one alone, the others stay those of the trace before it,
  /// if that is of the same view and band.
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

  /// Where the values of a plane begin, if there are any.
  func start(of plane: PlaneSet) -> Int? {
    guard planes.contains(plane) else { return nil }
    let below = PlaneSet(rawValue: planes.rawValue & (plane.rawValue &- 1))
    return below.count * columns
  }

  /// A level in decibels; NaN where there is none.
  @inline(never)
  func decibels(_ place: Int) -> Float {
    let value = values[place]
    return value == RowMessage.gap ? .nan : scale.centibels(of: value) / 10
  }

  /// The column that contains a frequency, if any.
  func column(of hertz: Double) -> Int? { band.column(ofHertz: hertz, count: columns) }

  /// The frequency in the middle of a column.
  func hertz(of column: Int) -> Double { band.low + (Double(column) + 0.5) / Double(columns) * band.width }
}

extension Trace {
  /// The level at a frequency in decibels; nil where there is none.
  func decibels(atHertz hertz: Double) -> Double? {
    guard let start = start(of: .max), let column = column(of: hertz) else { return nil }
    let level = decibels(start + column)
    return level.isNaN ? nil : Double(level)
  }

  /// The frequency of the highest level between two others; nil if none is known.
  func peakHertz(from low: Double, to high: Double) -> Double? {
    guard let start = start(of: .max),
      let first = column(of: Swift.max(band.low, low)),
      let last = column(of: Swift.min(band.high - 1e-6 * band.width, high)), first <= last
    else { return nil }
    let best = (first...last).max { values[start + $0] < values[start + $1] }
    guard let best, values[start + best] != RowMessage.gap else { return nil }
    return hertz(of: best)
  }

  /// The highest levels as a row whose peaks are sought.
  func peakRow(microseconds: Int64) -> PeakRow? {
    guard let start = start(of: .max) else { return nil }
    return PeakRow(
      values: Array(values[start..<start + columns]), band: band, microseconds: microseconds)
  }
}
