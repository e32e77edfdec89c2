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
    let decibels = Double(loss) / 100
    let level = sites.radiated(of: reading.site) - decibels
    var (strong, quiet): (TextWriter, TextWriter) = (
      "\(decibels, decimals: 0) dB", "\(level, decimals: 0) dBm \u{00B7} "
    )
    if display != .loss {
      (strong, quiet) = ("\(level, decimals: 0) dBm", "\(decibels, decimals: 0) dB loss \u{00B7} ")
    }
    quiet += "\(Texts.margin(sites.margin(ofLoss: loss, from: reading.site)))"
    if display.isOfAll { appendOthers(to: &quiet) }
    if reading.customStart == nil, sites.isShownCalibrated(reading.site) { quiet += " \u{00B7} calibrated" }
    return (strong.bytes, quiet.bytes)
  }

  /// Appends the number of other transmitters whose signals are strong enough at the point.
  private func appendOthers(to text: inout TextWriter) {
    let count = sites.reachCount(at: reading.place, beside: reading.site)
    guard count > 0 else { return text += " \u{00B7} no other reaches" }
    text += " \u{00B7} \(count) \(count == 1 ? "other reaches" : "others reach")"
  }

  /// Text with the distance, bearing and start of the path.
  var way: [UInt8] {
    var text: TextWriter = reading.loss != nil && display == .loss ? "loss \u{00B7} " : ""
    // A bearing that rounds to 360° is shown as 0°.
    let bearing = reading.bearingDegrees < 359.5 ? reading.bearingDegrees : 0
    text += "\(Texts.length(reading.lengthMeters)) at \(bearing, decimals: 0)\u{00B0}"
    if let customStart = reading.customStart {
      text += " from \(Texts.place(customStart))"
    } else if sites.list.count > 1 {
      text += " from \(ascii: CoverageSite.letter(reading.site))"
    }
    return text.bytes
  }

  /// The lines of text about the reception probability and the uncertainty of the loss.
  ///
  /// The uncertainty is the error not exceeded at 8 of 10 similar locations.
  var sureness: [[UInt8]] {
    guard let (loss, deviation) = sites.deviation(of: reading) else { return [] }
    let spread = CoveragePlan.eightOfTenDeviations * deviation
    let spare = sites.radiated(of: reading.site) - loss - sites.budget.sensitivityDecibelMilliwatts
    let sure = Texts.percent(NormalDistribution.share(below: spare / deviation))
    return [
      TextWriter("\u{00B1} \(spread, decimals: 0) dB at 8 of 10 places \u{00B7} \(sure) sure").bytes
    ]
  }

  /// The lines about the level measured at the point, and about the differences of all points from the map.
  var measured: [[UInt8]] {
    guard let layer, let index = reading.measured, index < layer.points.count else { return [] }
    guard let level = layer.points.level(index) else { return [Texts.bytes("a place without a level")] }
    var text: TextWriter = "measured \(Double(level) / 100, decimals: 1) dBm"
    let site = sites.site(readAt: reading.place, ofAll: display.isOfAll)
    let isCalibrated = sites.isShownCalibrated(site)
    if let modelled = sites.level(at: reading.place, of: site) {
      let difference = Double(Int(level) - modelled) / 100
      text += " \u{00B7} \(isCalibrated ? "calibrated" : "modelled") \(Double(modelled) / 100, decimals: 1)"
      text += " \u{00B7} \(difference > 0 ? "+" : "")\(difference, decimals: 1) dB"
    }
    let all = layer.residuals
    guard all.count > 0 else { return [text.bytes] }
    var sum: TextWriter = "all \(all.count)\(isCalibrated ? ", not calibrated" : "")"
    sum += ": mean \(all.biasDecibels, decimals: 1) dB, deviation \(all.deviationDecibels, decimals: 1) dB"
    return [text.bytes, sum.bytes]
  }

  /// Returns the text stating whether the line of sight is clear, and where its clearance is smallest.
  func sight(_ path: PathClearance) -> [UInt8] {
    guard let worst = path.worst else { return Texts.bytes("in sight") }
    // “0 m too high” would be misleading.
    let spare = path.spare.magnitude < 0.5 ? Texts.bytes("less than 1 m") : Texts.length(path.spare.magnitude)
    let place = Texts.length(path.distances[worst] * 1000)
    guard path.spare < 0 else {
      let (state, room): (StaticString, StaticString) =
        path.spare < 0.6 * path.zone ? ("grazed", "free") : ("clear", "to spare")
      return TextWriter("\(state): \(spare) \(room) at \(place)").bytes
    }
    let hasClutter = sites.list[reading.site].plan.clutterMeters > 0
    let surface: StaticString = hasClutter ? "clutter is" : "trees or roofs are"
    let cover = path.isWorstCovered ? surface : "the ground is"
    return TextWriter("blocked: \(cover) \(spare) too high at \(place)").bytes
  }
}
