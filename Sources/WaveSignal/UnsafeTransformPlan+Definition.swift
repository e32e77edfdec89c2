import WaveUnits

/// Transforms too short for the stages' eight times eight lanes: 32 points, half of the shortest real
/// transform.
extension TransformPlan {
  /// Tabulates every turning factor: for each sample all bins, eight real parts before eight imaginary ones.
  static func factorsByDefinition(count: Int) -> AlignedFloats {
    let factors = AlignedFloats(count: 2 * count * count)
    for sample in 0..<count {
      for bin in 0..<count {
        let turn = Trigonometry.sineCosine(turns: -sample * bin, over: count)
        let place = 2 * sample * count + bin / 8 * 16 + bin % 8
        factors.base[place] = Float(turn.cosine)
        factors.base[place + 8] = Float(turn.sine)
      }
    }
    return factors
  }

  /// Sums up each bin as the transform is defined.
  /// - Complexity: O(count²), no allocation.
  func transformByDefinition(_ input: some TransformInput, into output: some TransformOutput) {
    let vectorCount = count / 8
    for index in 0..<vectorCount { work.vectors[index] = input.points(at: index) }
    for index in 0..<vectorCount {
      var factors = laneFactors.vectors + index
      var sum = Complex8(Float8(), Float8())
      for sample in 0..<count {
        let place = work.base + 16 * (sample / 8) + sample % 8
        sum = sum + Complex8(Float8(repeating: place[0]), Float8(repeating: place[8])) * factors[0]
        factors += vectorCount
      }
      output.put(sum, at: index)
    }
  }
}
