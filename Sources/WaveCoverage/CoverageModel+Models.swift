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

  /// All that are offered, in this order.
  static let all = [
    ModelChoice(
      model: .diffraction, name: "Diffraction",
      sentence: "free space and what the ground hides, ITU-R P.526, at the median"),
    ModelChoice(
      model: .p1812, name: "ITU-R P.1812",
      sentence: "diffraction, troposcatter and ducting, half of the time at half of the places"),
    ModelChoice(
      model: .irregularTerrain, name: "Longley\u{2013}Rice",
      sentence: "the Irregular Terrain Model of the NTIA, path by path", isSlow: true),
    ModelChoice(
      model: .freeSpace, name: "Free space",
      sentence: "distance alone, as if there were no ground: the least loss that can be"),
  ]

  /// How a model is offered.
  static func of(_ model: CoveragePlan.Model) -> ModelChoice? { all.first { $0.model == model } }
}

extension CoverageModel {
  /// Rays that are computed at once between two looks at the clock.
  var raysAtOnce: Int { isSlow ? 2 : 32 }

  /// Whether the map comes path by path.
  var isSlow: Bool { plan.flatMap { ModelChoice.of($0.model) }?.isSlow == true }

  func appendModels(to list: inout ControlList) {
    let model = (plan ?? settings).model
    let selected = ModelChoice.all.firstIndex { $0.model == model }
    list.choices(
      ControlID.model, label: "Computed by", options: ModelChoice.all.map { Texts.bytes($0.name) },
      selected: selected)
    guard let selected else { return }
    list.fact(
      ControlID.firstFact + 5, label: "That is", text: Texts.bytes(ModelChoice.all[selected].sentence))
  }

  mutating func chooseModel(_ number: Int) {
    guard ModelChoice.all.indices.contains(number) else { return }
    change { $0.model = ModelChoice.all[number].model }
  }
}
