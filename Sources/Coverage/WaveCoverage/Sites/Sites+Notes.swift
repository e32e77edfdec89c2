import WavePropagation
import WaveUnits

// What is said of the model that the maps are made by.
extension Sites {
  /// The plan of the map that is seen, else of what is computed.
  var seenPlan: CoveragePlan { shown?.plan ?? nextPlan }

  /// Whether the selected one's map comes path by path, which takes long.
  var isSlow: Bool { plan.flatMap { ModelChoice.of($0.model) }?.isSlow == true }

  /// Whether the model says how far off it may be.
  var offersSureness: Bool { nextPlan.estimatesDeviation }

  /// What the legend says of the model below its name: which limits were left, its clutter, then what was
  /// measured of it.
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

  /// The learned model's limits that any transmitter leaves.
  private func learnedLimitsLeft(by plan: CoveragePlan) -> [ModelLimit] {
    let others = list.indices.filter { $0 != selected }.map { plan.shared(with: list[$0].plan) }
    return ([plan] + others).flatMap { $0.learnedLimitsLeft() }
  }

  /// What is said over the map while one is calibrated: "calibrated by 412 points: −6.3 dB"; empty where none
  /// that is seen is.
  func calibrationWords(ofAll: Bool) -> [UInt8] {
    guard let index = list.firstIndex(where: { $0.isCalibrated }), ofAll || index == selected else {
      return []
    }
    var text = TextWriter()
    if list.count > 1 {
      text.append(ascii: CoverageSite.letter(index))
      text.append(" ")
    }
    let site = list[index]
    if site.shown?.calibrated != nil, let made = site.calibration?.made {
      text.append(bytes: made.summary)
      if made.localMeters != nil { text.append(" + local") }
    } else if site.shown?.isCoarse == false, let calibration = site.calibration, calibration.made == nil {
      text.append("not calibrated: no point to compare")
    } else {
      text.append("calibrated once the map is whole")
    }
    return text.bytes
  }
}
