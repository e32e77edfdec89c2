import WavePropagation
import WaveUnits

/// The text of the path sheet.
struct SheetWords: Sendable {
  let reading: CoverageReading
  let sites: Sites
  /// The quantity that the map's colours show.
  let display: CoverageDisplay
  /// The measured points; nil if there are none.
  let layer: MeasuredLayer?

  /// The main figure, which is emphasised, and a secondary line with the other figure and the margin.
  ///
  /// The main figure is the level or, if the colours show losses, the loss.
  var levels: (strong: [UInt8], quiet: [UInt8]) {
    guard let loss = reading.loss else {
      return (Texts.bytes("\u{2013}"), Texts.bytes("no coverage known here"))
    }
    var strong = TextWriter()
    var quiet = TextWriter()
    let decibels = Double(loss) / 100
    let level = sites.radiated(of: reading.site) - decibels
    if display != .loss {
      strong.append(level, decimals: 0)
      strong.append(" dBm")
      quiet.append(decibels, decimals: 0)
      quiet.append(" dB loss \u{00B7} ")
    } else {
      strong.append(decibels, decimals: 0)
      strong.append(" dB")
      quiet.append(level, decimals: 0)
      quiet.append(" dBm \u{00B7} ")
    }
    quiet.append(bytes: Texts.margin(sites.margin(ofLoss: loss, from: reading.site)))
    if display.isOfAll { appendOthers(to: &quiet) }
    if reading.customStart == nil, sites.isShownCalibrated(reading.site) {
      quiet.append(" \u{00B7} calibrated")
    }
    return (strong.bytes, quiet.bytes)
  }

  /// Appends the number of other transmitters whose signals are strong enough at the point.
  private func appendOthers(to text: inout TextWriter) {
    let count = sites.reachCount(at: reading.place, beside: reading.site)
    text.append(" \u{00B7} ")
    if count == 0 {
      text.append("no other reaches")
    } else {
      text.append(integer: count)
      text.append(count == 1 ? " other reaches" : " others reach")
    }
  }

  /// Text with the distance, bearing and start of the path.
  var way: [UInt8] {
    var text = TextWriter()
    if reading.loss != nil, display == .loss { text.append("loss \u{00B7} ") }
    text.append(bytes: Texts.length(reading.lengthMeters))
    text.append(" at ")
    // A bearing that rounds to 360° is shown as 0°.
    text.append(reading.bearingDegrees < 359.5 ? reading.bearingDegrees : 0, decimals: 0)
    text.append("\u{00B0}")
    if let customStart = reading.customStart {
      text.append(" from ")
      text.append(bytes: Texts.place(customStart))
    } else if sites.list.count > 1 {
      text.append(" from ")
      text.append(ascii: CoverageSite.letter(reading.site))
    }
    return text.bytes
  }

  /// The lines of text about the reception probability and the uncertainty of the loss.
  ///
  /// The uncertainty is the error not exceeded at 8 of 10 similar locations.
  var sureness: [[UInt8]] {
    guard let (loss, deviation) = sites.deviation(of: reading) else { return [] }
    var text = TextWriter()
    text.append("\u{00B1} ")
    text.append(CoveragePlan.eightOfTenDeviations * deviation, decimals: 0)
    text.append(" dB at 8 of 10 places \u{00B7} ")
    let spare = sites.radiated(of: reading.site) - loss - sites.budget.sensitivityDecibelMilliwatts
    text.append(bytes: Texts.percent(NormalDistribution.share(below: spare / deviation)))
    text.append(" sure")
    return [text.bytes]
  }

  /// The lines about the level measured at the point, and about the differences of all points from the map.
  var measured: [[UInt8]] {
    guard let layer, let index = reading.measured, index < layer.points.count else { return [] }
    var text = TextWriter()
    guard let level = layer.points.level(index) else {
      text.append("a place without a level")
      return [text.bytes]
    }
    text.append("measured ")
    text.append(Double(level) / 100, decimals: 1)
    text.append(" dBm")
    let site = sites.site(readAt: reading.place, ofAll: display.isOfAll)
    let isCalibrated = sites.isShownCalibrated(site)
    if let modelled = sites.level(at: reading.place, of: site) {
      text.append(isCalibrated ? " \u{00B7} calibrated " : " \u{00B7} modelled ")
      text.append(Double(modelled) / 100, decimals: 1)
      text.append(" \u{00B7} ")
      let difference = Double(Int(level) - modelled) / 100
      if difference > 0 { text.append("+") }
      text.append(difference, decimals: 1)
      text.append(" dB")
    }
    guard layer.residuals.count > 0 else { return [text.bytes] }
    var all = TextWriter()
    all.append("all ")
    all.append(integer: layer.residuals.count)
    all.append(isCalibrated ? ", not calibrated: mean " : ": mean ")
    all.append(layer.residuals.biasDecibels, decimals: 1)
    all.append(" dB, deviation ")
    all.append(layer.residuals.deviationDecibels, decimals: 1)
    all.append(" dB")
    return [text.bytes, all.bytes]
  }

  /// Returns the text stating whether the line of sight is clear, and where its clearance is smallest.
  func sight(_ path: PathClearance) -> [UInt8] {
    var text = TextWriter()
    guard let worst = path.worst else {
      text.append("in sight")
      return text.bytes
    }
    // “0 m too high” would be misleading.
    let spare = path.spare.magnitude < 0.5 ? Texts.bytes("less than 1 m") : Texts.length(path.spare.magnitude)
    if path.spare < 0 {
      let hasClutter = sites.list[reading.site].plan.clutterMeters > 0
      let surface: StaticString = hasClutter ? "blocked: clutter is " : "blocked: trees or roofs are "
      text.append(path.isWorstCovered ? surface : "blocked: the ground is ")
      text.append(bytes: spare)
      text.append(" too high")
    } else {
      text.append(path.spare < 0.6 * path.zone ? "grazed: " : "clear: ")
      text.append(bytes: spare)
      text.append(path.spare < 0.6 * path.zone ? " free" : " to spare")
    }
    text.append(" at ")
    text.append(bytes: Texts.length(path.distances[worst] * 1000))
    return text.bytes
  }
}
