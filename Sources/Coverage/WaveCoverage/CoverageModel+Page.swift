/// What the page alone tells: no other instrument has it, so that it is no intent.
extension CoverageModel {
  /// Takes something from outside, and says what is to be done then.
  mutating func take(at now: Int64, _ change: (inout CoverageModel) -> Void) -> [Effect] {
    effects.removeAll(keepingCapacity: true)
    change(&self)
    redraw()
    finish(at: now)
    return effects
  }
}
