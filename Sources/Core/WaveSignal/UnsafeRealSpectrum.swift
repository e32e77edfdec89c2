/// The spectrum of real samples, computed from the transform of sample pairs as complex numbers.
///
/// If Z[k] is the transform with even samples as real parts and odd samples as imaginary parts, the spectrum
/// of the samples is (Z[k] + Z*[M-k])/2 - i e^(-πik/M) (Z[k] - Z*[M-k])/2 for k from 0 to M.
struct RealSpectrum: ~Copyable, Sendable {
  private let pairCount: Int
  /// The transform Z of the pairs, followed by Z[M] = Z[0].
  private let pairs: SplitComplex
  /// The factors e^(-πik/M), stored as vectors.
  private let factors: AlignedFloats

  /// Creates the tables for a number of pairs that is a multiple of 32.
  init(pairCount: Int) {
    self.pairCount = pairCount
    pairs = SplitComplex(count: pairCount + 16)
    factors = AlignedFloats(count: 2 * pairCount)
    let turns = TurnTable(count: 2 * pairCount)
    for index in 0..<pairCount { factors.store(turns[index], at: 16 * (index / 8) + index % 8, 8) }
  }

  /// The destination for the transform of the pairs.
  var input: SplitOutput { SplitOutput(re: pairs.re, im: pairs.im) }

  /// Writes twice the value of X[k] for bins 0 to M - 1.
  ///
  /// The power of these values is four times |X|², so a sine wave shows its full power on one side. Bin 0 has
  /// no mirror image, so its power is too large by a factor of two relative to the mean square. The code that
  /// reads the bins corrects this.
  func write(into output: some TransformOutput) {
    let (re, im) = (pairs.re, pairs.im)
    re[pairCount] = re[0]
    im[pairCount] = im[0]
    for index in 0..<pairCount / 8 {
      let low = Complex8(re.vector(at: 8 &* index), im.vector(at: 8 &* index))
      let mirrored = pairCount &- 8 &* index &- 7
      let (highRe, highIm) = (re.vector(at: mirrored).reversed, im.vector(at: mirrored).reversed)
      let (sumRe, sumIm) = (low.re + highRe, low.im - highIm)
      let turned = Complex8(low.re - highRe, low.im + highIm) * factors.vectors[index]
      output.store(Complex8(sumRe + turned.im, sumIm - turned.re), at: index)
    }
  }

  /// The bin X[M] at half the sample rate, which is a real number.
  var last: Float { pairs.re[0] - pairs.im[0] }
}
