import WaveUnits

/// The normal distribution with mean 0 and standard deviation 1.
///
/// Source: J. F. Hart et al., Computer Approximations (1968), algorithm 5666, as given by G. West in Better
/// approximations to cumulative normal functions (Wilmott, 2005); accurate to within 1e-15.
public enum NormalDistribution {
  /// Returns the probability of values at or below a deviate.
  ///
  /// - Parameter deviate: The deviate, in standard deviations.
  /// - Returns: The probability, 0 to 1; NaN if the deviate is NaN.
  /// - Complexity: O(1), without allocation.
  public static func share(below deviate: Double) -> Double {
    guard !deviate.isNaN else { return .nan }
    let tail = tail(beyond: deviate.magnitude)
    return deviate > 0 ? 1 - tail : tail
  }

  /// Returns the probability of values above a non-negative deviate.
  private static func tail(beyond deviate: Double) -> Double {
    guard deviate < 37 else { return 0 }
    let density = Exponential.exp(-0.5 * deviate * deviate)
    guard deviate < 7.071_067_811_865_47 else {
      // A continued fraction times an exponential that is already small.
      let fraction = deviate + 1 / (deviate + 2 / (deviate + 3 / (deviate + 4 / (deviate + 0.65))))
      return density / fraction / 2.506_628_274_631
    }
    var over = 0.035_262_496_599_891_1
    over = over * deviate + 0.700_383_064_443_688
    over = over * deviate + 6.373_962_203_531_65
    over = over * deviate + 33.912_866_078_383
    over = over * deviate + 112.079_291_497_871
    over = over * deviate + 221.213_596_169_931
    over = over * deviate + 220.206_867_912_376
    var under = 0.088_388_347_648_318_4
    under = under * deviate + 1.755_667_163_182_64
    under = under * deviate + 16.064_177_579_207
    under = under * deviate + 86.780_732_202_946_1
    under = under * deviate + 296.564_248_779_674
    under = under * deviate + 637.333_633_378_831
    under = under * deviate + 793.826_512_519_948
    under = under * deviate + 440.413_735_824_752
    return density * over / under
  }
}
