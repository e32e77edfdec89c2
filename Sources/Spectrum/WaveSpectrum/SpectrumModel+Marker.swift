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

  /// The level under the marker in decibels, if there is any there.
  func markerDecibels() -> Double? {
    guard let marker else { return nil }
    guard mode == .waterfall else { return reception.trace?.decibels(atHertz: marker.hertz) }
    return waterfall.store.decibels(atHertz: marker.hertz, microseconds: marker.microseconds)
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
    let moment = isWaterfall ? marker.microseconds : reception.trace?.startMicroseconds ?? serverTime(now)
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

  /// The newest row in view, whose peaks are sought.
  func peakRow(at now: Int64) -> PeakRow? {
    switch mode {
    case .spectrum: reception.trace?.peakRow(microseconds: serverTime(now))
    case .waterfall: waterfall.store.peakRow(of: timeAxis(at: now))
    case .meter, .nothing: nil
    }
  }
}
