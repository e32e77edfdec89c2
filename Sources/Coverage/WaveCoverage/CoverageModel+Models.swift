import WaveInteraction
import WavePropagation

/// A way in which path loss is computed, as it is offered.
struct ModelChoice: Sendable {
  var model: CoveragePlan.Model
  var name: StaticString
  /// What it is for, in a sentence.
  var sentence: StaticString
  /// Whether it computes one path after the other: seconds, where others take a frame.
  var isSlow = false

  /// All that are offered: first the two that are the default, then the others.
  static let all = [
    ModelChoice(
      model: .learned, name: "Learned",
      sentence:
        "diffraction, corrected by what drive tests in six British places measured at 1.5 m: 0.4 to 1.8 GHz"),
    ModelChoice(
      model: .p1812, name: "ITU-R P.1812",
      sentence: "diffraction, troposcatter and ducting, half of the time at half of the places"),
    ModelChoice(
      model: .diffraction, name: "Diffraction",
      sentence: "free space and what the ground hides, ITU-R P.526, at the median"),
    ModelChoice(
      model: .irregularTerrain, name: "Longley\u{2013}Rice",
      sentence: "the Irregular Terrain Model of the NTIA, path by path", isSlow: true),
    ModelChoice(
      model: .extendedHata, name: "Extended Hata",
      sentence: "what was measured in towns, with hills and slopes as NTIA extended it, path by path",
      isSlow: true),
    ModelChoice(
      model: .hata, name: "Hata",
      sentence: "what was measured in towns, by distance and antennas alone: no hill hides anything",
      isSlow: true),
    ModelChoice(
      model: .freeSpace, name: "Free space",
      sentence: "distance alone, as if there were no ground: the least loss that can be"),
    ModelChoice(
      model: .learnedPlain, name: "Learned, no path",
      sentence:
        "distance, height difference and frequency alone, by the same drive tests: no hill hides anything"),
  ]

  /// How a model is offered.
  static func of(_ model: CoveragePlan.Model) -> ModelChoice? { all.first { $0.model == model } }
}

extension CoverageModel {
  /// Rays that are computed at once between two looks at the clock.
  var raysAtOnce: Int { isSlow ? 2 : 32 }

  /// Whether the map comes path by path.
  var isSlow: Bool { plan.flatMap { ModelChoice.of($0.model) }?.isSlow == true }

  func appendModels(to list: inout ControlListBuilder<CoverageAction>) {
    let model = (plan ?? settings).model
    let selected = ModelChoice.all.firstIndex { $0.model == model }
    list.choices(
      .chooseModel, label: "Computed by", options: ModelChoice.all.map { Texts.bytes($0.name) },
      selected: selected, style: .pairs)
    guard let selected else { return }
    list.fact(
      label: "That is", text: Texts.bytes(ModelChoice.all[selected].sentence))
    let plan = plan ?? settings
    appendDefault(of: plan, to: &list)
    switch model {
    case .hata, .extendedHata, .learned, .learnedPlain:
      list.segments(
        .chooseArea, label: "Receivers stand in", options: ["Large city", "City", "Suburb", "Open land"],
        selected: Int(plan.area.rawValue))
    case .p1812, .irregularTerrain:
      if model == .p1812 { appendClutter(of: plan, to: &list) }
      number(.timePercent, "Time with no greater loss", plan.timePercent, "%", to: &list)
      number(.locationPercent, "Places with no greater loss", plan.locationPercent, "%", to: &list)
    case .diffraction, .freeSpace: break
    }
  }

  mutating func chooseArea(_ number: Int) {
    guard let area = HataArea(rawValue: UInt8(clamping: number)) else { return }
    change { $0.area = area }
  }

  /// Sets a share of time or of places.
  ///
  /// - Returns: Whether the model can have it.
  mutating func setPercent(_ percent: Double, for field: CoverageField) -> Bool {
    var next = plan ?? settings
    if field == .timePercent { next.timePercent = percent } else { next.locationPercent = percent }
    do throws(PropagationError) {
      try next.check()
    } catch {
      return false
    }
    change { $0 = next }
    return true
  }

  mutating func chooseModel(_ number: Int) {
    guard ModelChoice.all.indices.contains(number) else { return }
    let model = ModelChoice.all[number].model
    let now = plan ?? settings
    defaultModel.choose(model, for: [now] + plansBeside(now))
    change { plan in
      plan.model = model
      if model != .p1812 { plan.clutter = .open }
      // What a model does not know is at its median.
      do throws(PropagationError) {
        try plan.check()
      } catch {
        (plan.timePercent, plan.locationPercent, plan.situationPercent) = (50, 50, 50)
      }
    }
  }
}
