import WavePropagation

/// A propagation model that is offered to the user.
struct ModelChoice: Sendable {
  let model: CoveragePlan.Model
  let name: StaticString
  /// A one-sentence description of the model.
  let sentence: StaticString
  /// Whether the model computes each path separately, which takes seconds instead of a frame.
  private(set) var isSlow = false

  /// All available models, beginning with the two that can be the default.
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

  /// Returns the entry for a model.
  static func of(_ model: CoveragePlan.Model) -> ModelChoice? { all.first { $0.model == model } }
}

extension Clutter {
  /// The category's label, including the height of the clutter.
  var name: StaticString {
    switch self {
    case .open: "None"
    case .suburban: "Suburban, 10\u{00A0}m"
    case .urban: "Urban, 15\u{00A0}m"
    case .denseUrban: "Dense urban, 20\u{00A0}m"
    case .woodland: "Woodland, 15\u{00A0}m"
    }
  }
}
