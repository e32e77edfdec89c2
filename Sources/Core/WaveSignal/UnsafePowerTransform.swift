/// The transform of a spectrum analyzer, from windowed samples to the detected powers of a row.
///
/// This type is in this module so that the steps of the transform are specialised and inlined.
package struct PowerTransform: ~Copyable, Sendable {
  private let pointCount: Int
  private let isReal: Bool
  private let plan: TransformPlan
  private let real: RealSpectrum

  /// Creates a transform with its tables and working storage.
  ///
  /// - Parameters:
  ///   - pointCount: The number of points of the complex transform, a power of two: at least 64, or at least
  ///     32 if each point is a pair of real samples.
  ///   - isReal: Whether a point is a pair of real samples.
  /// - Complexity: O(pointCount) time and memory.
  package init(pointCount: Int, isReal: Bool) {
    self.pointCount = pointCount
    self.isReal = isReal
    plan =
      isReal
      ? TransformPlan(count: pointCount, for: SplitOutput.self)
      : TransformPlan(count: pointCount, for: PowerOutput.self)
    real = RealSpectrum(pairCount: isReal ? pointCount : 32)
  }

  /// Transforms one window of samples and stores the power of each bin.
  ///
  /// Pairs of real samples give one additional bin, stored in the first lane of an additional vector. For
  /// pairs, the powers are scaled as in `RealSpectrum.write(into:)`.
  ///
  /// - Parameters:
  ///   - re: The real parts, or the first samples of pairs.
  ///   - im: The imaginary parts, or the second samples of pairs.
  ///   - coefficients: The window. Its real parts weight points; for pairs, each part weights one sample.
  ///   - output: The destination of the powers.
  /// - Complexity: O(pointCount log pointCount), without allocation.
  package func transform(
    _ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>,
    under coefficients: borrowing SplitComplex, into output: PowerOutput
  ) {
    if isReal {
      let input = WindowedPairInput(
        first: re, second: im, firstCoefficients: coefficients.re, secondCoefficients: coefficients.im)
      plan.transform(input, into: real.input)
      real.write(into: output)
      output.store(Complex8(Float8(repeating: 2 * real.last), Float8()), at: pointCount / 8)
    } else {
      plan.transform(WindowedInput(re: re, im: im, coefficients: coefficients.re), into: output)
    }
  }
}
