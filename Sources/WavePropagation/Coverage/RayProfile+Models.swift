extension RayProfile {
  /// Computes the loss beyond free space at each sample, one path after the other, by a model that is not made for a sweep.
  ///
  /// - Parameters:
  ///   - plan: The model; what it refuses has no loss.
  ///   - excess: One for each sample but the transmitter's own, in 0.01 dB.
  /// - Complexity: O(samples²).
  func losses(_ plan: CoveragePlan, into excess: UnsafeMutableBufferPointer<Int16>) {
    var free = plan
    free.model = .freeSpace
    var distances = [0.0]
    var heights = [Double(base)]
    distances.reserveCapacity(count + 1)
    heights.reserveCapacity(count + 1)
    for index in 1...count {
      guard index < end else {
        excess[index - 1] = CoverageMap.nothing
        continue
      }
      distances.append(Double(tables[index]))
      heights.append(Double(height(index)))
      guard index >= first else { continue }
      let profile = PathProfile(distancesKilometers: distances, heightsMeters: heights)
      do throws(PropagationError) {
        let loss = try plan.loss(over: profile) - free.loss(over: profile)
        excess[index - 1] = Int16(Swift.max(-20_000, Swift.min(20_000, (loss * 100).rounded())))
      } catch {
        excess[index - 1] = CoverageMap.nothing
      }
    }
  }
}
