import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

extension SpectrumModel {
  /// A finger's reach around what it means, in points.
  static let reachPoints: Float = 24

  func hertz(atPixel x: Float) -> Double {
    band.low + Double(x / Swift.max(1, screen.width)) * band.width
  }

  @inline(never)
  func pixel(ofHertz hertz: Double) -> Float {
    Float((hertz - band.low) / band.width) * screen.width
  }

  /// Puts the marker under the finger; on a spectrum it takes hold of the highest point within reach.
  mutating func placeMarker(x: Float, y: Float, at now: Int64) {
    guard mode != .meter else { return }
    var hertz = hertz(atPixel: Swift.max(0, Swift.min(screen.width - 1, x)))
    if mode == .spectrum, let peak = peak(nearPixel: x, reach: 12 * screen.scale) { hertz = peak }
    let top = Swift.max(0, Swift.min(screen.plot.height - 1, y))
    marker = Marker(hertz: hertz, microseconds: timeAxis(at: now).serverTime(atPixel: top))
    grabbed = .marker
    redraw()
  }

  /// Frequency of the highest point of the newest row around a pixel.
  private func peak(nearPixel x: Float, reach: Float) -> Double? {
    guard let trace, let start = trace.start(of: .max) else { return nil }
    let low = trace.column(of: Swift.max(trace.band.low, hertz(atPixel: x - reach)))
    let high = trace.column(
      of: Swift.min(trace.band.high - 1e-6 * trace.band.width, hertz(atPixel: x + reach)))
    guard let low, let high, low <= high else { return nil }
    let best = (low...high).max { trace.values[start + $0] < trace.values[start + $1] }
    guard let best, trace.values[start + best] != RowMessage.gap else { return nil }
    return trace.hertz(of: best)
  }

  /// The level under the marker in decibels, if there is any there.
  func markerDecibels() -> Double? {
    guard let marker else { return nil }
    if mode == .waterfall {
      let slot = store.slot(at: marker.microseconds)
      guard let entry = store.entry(slot), let row = store.row(slot) else { return nil }
      let column = ((marker.hertz - entry.band.low) / entry.band.width * Double(entry.columns)).rounded(.down)
      guard column >= 0, column < Double(entry.columns) else { return nil }
      let value = row[row.startIndex + Int(saturating: column)]
      return value == RowMessage.gap ? nil : Double(value) / 10
    }
    guard let trace, let start = trace.start(of: .max), let column = trace.column(of: marker.hertz) else {
      return nil
    }
    let level = trace.decibels(start + column)
    return level.isNaN ? nil : Double(level)
  }

  /// Hertz in a step worth writing: a pixel or a bin, whichever is coarser.
  var readoutStepHertz: Double {
    Swift.max(band.width / Double(Swift.max(1, screen.width)), (source?.rbwHertz ?? 1) / 4)
  }

  func isNearMarker(x: Float, y: Float, at now: Int64) -> Bool {
    guard let marker, mode != .meter else { return false }
    let reach = Self.reachPoints * screen.scale
    if markerBox(at: now).contains(x: x, y: y) { return !markerCloseArea(at: now).contains(x: x, y: y) }
    let isNearX = abs(pixel(ofHertz: marker.hertz) - x) < reach
    guard mode == .waterfall else { return isNearX }
    return isNearX && abs(timeAxis(at: now).pixel(ofServerTime: marker.microseconds) - y) < reach
  }

  /// The marker's frequency as it is written.
  func markerTitle(_ marker: Marker) -> [UInt8] {
    frequencyText(marker.hertz, stepHertz: readoutStepHertz)
  }

  /// The style of a line of the reading.
  func readingStyle(line: Int) -> TextStyle {
    TextStyle(size: ((line == 0 ? 16 : 13) * screen.type).rounded(), isBold: line == 0)
  }

  /// What the reading says: frequency, level, and when that was: the row's clock, and in the waterfall how
  /// long ago.
  func markerLines(at now: Int64) -> [[UInt8]] {
    guard let marker else { return [] }
    let level = markerDecibels().map { Texts.level($0, unit: source?.unit ?? .relative) }
    var lines = [markerTitle(marker), level ?? Texts.bytes("no data")]
    let isWaterfall = mode == .waterfall
    let moment = isWaterfall ? marker.microseconds : trace?.startMicroseconds ?? serverTime(now)
    let recorded = recordedMicroseconds(at: moment)
    if let recorded { lines.append(clockText(recorded)) }
    guard isWaterfall, recorded == nil || !isTimeStretched else { return lines }
    var age = TextWriter()
    age.append(
      bytes: TimeText.ago(seconds: (Double(time.present(at: self.moment(at: now)) - moment) / 1e6).rounded()))
    age.append(isPaused ? " earlier" : " ago")
    lines.append(age.bytes)
    return lines
  }

  /// Where the marker's reading stands.
  func markerBox(at now: Int64) -> Rect {
    guard let marker else { return .empty }
    let scale = screen.scale
    let type = screen.type
    let lines = markerLines(at: now)
    var width = 126 * type
    for (index, line) in lines.enumerated() {
      // The cross stands beside the first line.
      let text = advances.width(of: line, style: readingStyle(line: index)) + (index == 0 ? 24 * type : 0)
      width = Swift.max(width, text)
    }
    width = (width + 24 * type).rounded()
    let height = Float(12 + 18 * Swift.max(3, lines.count)) * type
    let left = screen.left + 8 * scale
    var x = Swift.max(
      left, Swift.min(screen.right - width - 8 * scale, pixel(ofHertz: marker.hertz) - width / 2))
    var y = screen.head
    if mode == .waterfall {
      let under = timeAxis(at: now).pixel(ofServerTime: marker.microseconds) + 16 * scale
      y = Swift.max(y, Swift.min(screen.plot.height - height - 8 * scale, under))
    }
    if mode == .spectrum {
      // Beside the point that it tells of, not on it.
      var beside = pixel(ofHertz: marker.hertz) - width - 14 * scale
      if beside < left { beside = pixel(ofHertz: marker.hertz) + 14 * scale }
      x = Swift.max(left, Swift.min(screen.right - width - 8 * scale, beside))
    }
    // The handle keeps the middle of the right edge.
    let middle = screen.height / 2
    if y < middle + 54 * scale, y + height > middle - 54 * scale {
      x = Swift.min(x, screen.right - width - 56 * scale)
      if x < left {
        x = left
        y = middle + 54 * scale
        if y + height > screen.plot.height { y = Swift.max(screen.head, middle - 54 * scale - height) }
      }
    }
    return Rect(x: x.rounded(), y: y.rounded(), width: width, height: height)
  }

  /// The cross in the reading's corner, as large as a finger.
  func markerCloseArea(at now: Int64) -> Rect {
    let box = markerBox(at: now)
    let side = 44 * screen.scale
    return Rect(x: box.right - side, y: box.y, width: side, height: Swift.min(side, box.height))
  }

  /// Moves the marker by a hundredth of the plot, or a pixel; one outside comes back to the edge, and the
  /// band follows it.
  ///
  /// - Returns: False where the key does not move a marker.
  mutating func moveMarker(_ key: Key, isShifted: Bool, at now: Int64) -> Bool {
    guard var moved = marker, mode != .meter else { return false }
    let isAlong = key == .left || key == .right
    guard isAlong || mode == .waterfall else { return false }
    let size = Double(Swift.max(1, isAlong ? screen.width : screen.plot.height))
    let step = (key == .left || key == .down ? -1 : 1) * (isShifted ? 1 / size : 0.01)
    if isAlong {
      let hertz = Swift.max(band.low, Swift.min(band.high, moved.hertz)) + step * band.width
      let limits = range.limits
      moved.hertz = Swift.max(limits.low, Swift.min(limits.high, hertz))
      let beyond = Swift.max(0, moved.hertz - band.high) + Swift.min(0, moved.hertz - band.low)
      if beyond != 0 { changeBand(.move(beyond), at: now) }
    } else {
      let top = waterfallTop(at: now)
      let period = periodSeconds * 1e6
      let ago = Double(top - moved.microseconds) - step * period
      moved.microseconds = top - Int64(saturating: Swift.max(0, Swift.min(period * 0.999, ago)))
    }
    marker = moved
    return true
  }

  /// Puts the marker on the strongest signal in view, or from there on the next weaker one.
  mutating func markPeak(at now: Int64) {
    guard let row = newestRow(at: now) else { return }
    peakTour.go(on: marker?.hertz)
    var strongest: Int?
    var next: Int?
    // Of equal ones the lower frequency comes first.
    for column in row.values.indices where row.isPeak(column) {
      let (level, hertz) = (row.values[column], row.hertz(column))
      guard hertz >= band.low, hertz < band.high else { continue }
      if level > strongest.map({ row.values[$0] }) ?? .min { strongest = column }
      guard level > next.map({ row.values[$0] }) ?? .min,
        !peakTour.hasVisited(hertz, reachHertz: Double(row.reach) * row.stepHertz)
      else { continue }
      next = column
    }
    guard let place = next ?? strongest else { return }
    let hertz = row.hertz(place)
    peakTour.visit(hertz, isAnew: next == nil)
    marker = Marker(hertz: hertz, microseconds: row.microseconds)
    redraw()
  }

  /// Levels of the newest row in view, as numbers that are higher for a higher level.
  private struct NewestRow {
    var values: [Int16]
    var band: Band
    var microseconds: Int64

    var stepHertz: Double { band.width / Double(values.count) }
    func hertz(_ column: Int) -> Double { band.low + (Double(column) + 0.5) * stepHertz }

    /// Columns to either side that belong to a peak: a hundredth of the row.
    var reach: Int { Swift.max(1, values.count / 100) }

    /// Whether no other column within reach is higher.
    func isPeak(_ column: Int) -> Bool {
      let near = Swift.max(0, column - reach)...Swift.min(values.count - 1, column + reach)
      return values[column] != RowMessage.gap
        && near.allSatisfy {
          values[$0] < values[column] || ($0 >= column && values[$0] == values[column])
        }
    }
  }

  private func newestRow(at now: Int64) -> NewestRow? {
    switch mode {
    case .spectrum:
      guard let trace, let start = trace.start(of: .max) else { return nil }
      return NewestRow(
        values: Array(trace.values[start..<start + trace.columns]), band: trace.band,
        microseconds: serverTime(now))
    case .waterfall:
      let newest = visibleSlots(at: now).reversed().first {
        store.row($0) != nil && store.start(of: $0) < waterfallTop(at: now)
      }
      guard let newest, let row = store.row(newest), let entry = store.entry(newest) else { return nil }
      return NewestRow(
        values: Array(row), band: entry.band,
        microseconds: store.start(of: newest) + store.slotMicroseconds / 2)
    case .meter, .nothing: return nil
    }
  }
}
