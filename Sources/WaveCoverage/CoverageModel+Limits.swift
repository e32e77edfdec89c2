import WaveInteraction
import WavePropagation

/// What the model was not made for, as facts of the drawer.
extension CoverageModel {
  private static let firstLimitFact: UInt8 = 180
  /// As many facts as have numbers.
  private static let limitFactCount = 10

  func appendLimits(of plan: CoveragePlan, to list: inout ControlList) {
    for (index, limit) in plan.limitsLeft().prefix(Self.limitFactCount).enumerated() {
      list.fact(Self.firstLimitFact + UInt8(index), label: "Outside", text: limit.text)
    }
  }
}
