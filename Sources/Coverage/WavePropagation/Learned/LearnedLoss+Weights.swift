// Made by Training/train.py; do not edit.

extension LearnedLoss {
  /// What drive tests around six masts have taught: it rises with the form of the model and with its numbers.
  static let version = 1

  /// The path's terrain corrects physics.
  static let terrain = LearnedLoss(
    usesTerrain: true,
    areas: [26.034897, 23.505081, 19.326496, 13.802964],
    frequencySlope: 17.416765,
    slopes: [16.098407, 2.756043, -0.953175, -17.632418, -0.289667],
    deviations: [13.209064, 0.528087, -4.533005, 5.078777],
    physicsDeviation: 28.990568)

  /// Distance, elevation difference and frequency alone.
  static let plain = LearnedLoss(
    usesTerrain: false,
    areas: [33.622163, 29.887582, 21.730092, 22.593560],
    frequencySlope: 16.031004,
    slopes: [16.842274, -0.062378],
    deviations: [2.513754, -5.236577, 7.920157, 9.362688],
    physicsDeviation: 28.887840)
}
