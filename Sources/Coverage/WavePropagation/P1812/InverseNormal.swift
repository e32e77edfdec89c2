import WaveUnits

/// The inverse of the complementary normal distribution.
///
/// Source: Recommendation ITU-R P.1812-8, Attachment 2 to Annex 1; accurate to within 0.00054.
enum InverseNormal {
  /// Returns the deviate in standard deviations, with the Recommendation's sign.
  ///
  /// - Parameter share: The probability, clamped to the range 1e-6 to 1 - 1e-6.
  /// - Returns: The deviate, which is negative for probabilities below one half and positive above.
  static func of(_ share: Double) -> Double {
    let share = Swift.max(1e-6, Swift.min(1 - 1e-6, share))
    return share <= 0.5 ? -tail(share) : tail(1 - share)
  }

  private static func tail(_ share: Double) -> Double {
    let root = (-2 * Logarithm.natural(share)).squareRoot()
    let over = (0.010328 * root + 0.802853) * root + 2.515516698
    let under = ((0.001308 * root + 0.189269) * root + 1.432788) * root + 1
    return root - over / under
  }
}
