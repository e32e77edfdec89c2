import WaveUnits

extension RayProfile {
  /// Computes the loss beyond free space at each sample, path by path, with a model that is not designed for
  /// sweeps; for the free-space model, the loss is 0.
  ///
  /// - Parameters:
  ///   - plan: The plan with its model; paths for which the model throws an error have no loss.
  ///   - excess: Receives one loss for each sample except the transmitter's own, in units of 0.01 dB.
  /// - Complexity: O(samples²).
  func losses(_ plan: CoveragePlan, into excess: UnsafeMutableBufferPointer<Int16>) {
    guard plan.model != .freeSpace else {
      for index in 1...count { excess[index - 1] = index < end ? 0 : CoverageMap.nothing }
      return
    }
    // A single growing profile, because a copy for each sample would cost more than Hata's formulas.
    var profile = PathProfile(distancesKilometers: [0], heightsMeters: [Double(base)])
    profile.distancesKilometers.reserveCapacity(count + 1)
    profile.heightsMeters.reserveCapacity(count + 1)
    for index in 1...count {
      guard index < end else {
        excess[index - 1] = CoverageMap.nothing
        continue
      }
      profile.distancesKilometers.append(Double(tables[index]))
      profile.heightsMeters.append(Double(height(index)))
      guard index >= first else { continue }
      guard let whole = try? plan.loss(over: profile) else {
        excess[index - 1] = CoverageMap.nothing
        continue
      }
      let loss = ((whole - plan.freeSpaceLoss(over: profile)) * 100).rounded()
      excess[index - 1] = Int16(saturating: Swift.max(-20_000, Swift.min(20_000, loss)))
    }
  }
}
