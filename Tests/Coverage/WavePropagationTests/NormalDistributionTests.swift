import Foundation
import TestSupport
import Testing

@testable import WavePropagation

@Suite struct NormalDistributionTests {
  /// Shares by SciPy 1.17.1.
  ///
  /// `from scipy.special import ndtr; print([(x, float(ndtr(x))) for x in (-8, -5, -3, -2,
  /// -1.2815515655446004, -1, -0.5, -0.1, 0, 0.1, 0.7, 1, 1.96, 2.5758293035489004, 4, 6.9, 7.2)])`
  static let shares: [(deviate: Double, share: Double)] = [
    (-8, 6.22096057427174e-16), (-5, 2.866515718791933e-07), (-3, 0.0013498980316300933),
    (-2, 0.022750131948179195), (-1.2815515655446004, 0.10000000000000009), (-1, 0.15865525393145707),
    (-0.5, 0.3085375387259869), (-0.1, 0.460172162722971), (0, 0.5), (0.1, 0.539827837277029),
    (0.7, 0.758036347776927), (1, 0.8413447460685429), (1.96, 0.9750021048517795),
    (2.5758293035489004, 0.995), (4, 0.9999683287581669), (6.9, 0.9999999999973999),
    (7.2, 0.9999999999996989),
  ]

  @Test func isWhatSciPyHas() {
    for (deviate, share) in Self.shares {
      let given = NormalDistribution.share(below: deviate)
      #expect(abs(given - share) < 1e-15 && abs(given / share - 1) < 1e-7, "\(deviate)")
    }
    #expect(
      NormalDistribution.share(below: -.infinity) == 0 && NormalDistribution.share(below: .infinity) == 1)
    #expect(NormalDistribution.share(below: -1000) == 0 && NormalDistribution.share(below: 1000) == 1)
    #expect(NormalDistribution.share(below: .nan).isNaN)
  }

  /// The area under the bell, by Simpson's rule.
  @Test func isTheAreaUnderTheDensity() {
    var generator = SeededGenerator(seed: 5)
    func density(_ x: Double) -> Double { exp(-x * x / 2) / (2 * Double.pi).squareRoot() }
    for _ in 0..<200 {
      let end = Double.random(in: -4...4, using: &generator)
      let count = 2000
      let step = end / Double(count)
      var sum = density(0) + density(end)
      for index in 1..<count { sum += density(step * Double(index)) * (index % 2 == 1 ? 4 : 2) }
      #expect(abs(NormalDistribution.share(below: end) - 0.5 - sum * step / 3) < 1e-11)
    }
  }

  @Test func undoesTheRecommendationsInverse() {
    for share in stride(from: 0.01, through: 0.99, by: 0.01) {
      // Within what the inverse claims, where the bell is highest.
      #expect(abs(NormalDistribution.share(below: InverseNormal.of(share)) - share) < 0.00054 * 0.4)
    }
    let within = NormalDistribution.share(below: CoveragePlan.eightOfTenDeviations)
    #expect(abs(2 * within - 1 - 0.8) < 1e-14)
  }
}
