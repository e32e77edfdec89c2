import WavePropagation
import WaveUnits

// Notes on the model of the maps.
extension Sites {
  /// The plan of the displayed map or, if there is none, of the map being computed.
  var seenPlan: CoveragePlan { shown?.plan ?? nextPlan }

  /// Whether the selected transmitter's map is computed path by path, which is slow.
  var isSlow: Bool { plan.flatMap { ModelChoice.of($0.model) }?.isSlow == true }

  /// Whether reception probabilities are available, which requires a model that estimates its error.
  var offersSureness: Bool { nextPlan.estimatesDeviation }

  /// The lines below the model's name in the legend: a limit that is exceeded, the clutter, and the accuracy
  /// in drive tests.
  var notes: [[UInt8]] {
    let plan = seenPlan
    var notes: [[UInt8]] = []
    if let limit = plan.limitsLeft().first {
      notes.append(limit.text)
    } else if plan.model == .p1812, defaultModel.isFollowed, let limit = learnedLimitsLeft(by: plan).first {
      notes.append(Texts.bytes("since ") + limit.text)
    }
    if plan.clutterMeters > 0 { notes.append(Texts.bytes("with clutter: ") + Texts.bytes(plan.clutter.name)) }
    let isCovered = shown?.surfaceShare.map { $0 >= 0.995 } ?? false
    let isLearned = plan.model == .learned || plan.model == .learnedPlain
    if shown?.calibrated == nil, isLearned || !isCovered, !plan.caution.isEmpty { notes.append(plan.caution) }
    return notes
  }

  /// Returns the learned model's limits that any transmitter exceeds.
  private func learnedLimitsLeft(by plan: CoveragePlan) -> [ModelLimit] {
    ([plan] + plans(beside: plan)).flatMap { $0.learnedLimitsLeft() }
  }

  /// Returns the text above a calibrated map, such as "calibrated by 412 points: −6.3 dB"; empty if no
  /// calibrated map is visible.
  func calibrationWords(ofAll: Bool) -> [UInt8] {
    guard let index = list.firstIndex(where: { $0.isCalibrated }), ofAll || index == selected else {
      return []
    }
    let site = list[index]
    var text: TextWriter = list.count > 1 ? "\(ascii: CoverageSite.letter(index)) " : ""
    if site.shown?.calibrated != nil, let made = site.calibration?.made {
      text += "\(made.summary)\(made.localMeters != nil ? " + local" : "")"
    } else if site.shown?.isCoarse == false, let calibration = site.calibration, calibration.made == nil {
      text += "not calibrated: no point to compare"
    } else {
      text += "calibrated once the map is whole"
    }
    return text.bytes
  }
}
