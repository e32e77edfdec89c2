import WaveUnits

/// The spectrum of real samples from the transform of pairs of them as complex numbers.
///
/// With even samples as real and odd ones as imaginary parts, Z[k], the spectrum of the samples is
/// (Z[k] + Z*[M-k])/2 - i e^(-πik/M) (Z[k] - Z*[M-k])/2 for k from 0 to M.
struct RealSpectrum: ~Copyable, Sendable {
  private let pairCount: Int
  /// Z, with Z[M] = Z[0] after its end.
  private let pairs: SplitComplex
  /// e^(-πik/M), in vectors.
  private let factors: AlignedFloats

  /// Makes the tables for a number of pairs that is a multiple of 32.
  init(pairCount: Int) {
    self.pairCount = pairCount
    pairs = SplitComplex(count: pairCount + 16)
    factors = AlignedFloats(count: 2 * pairCount)
    for index in 0..<pairCount {
      let turn = Trigonometry.sineCosine(turns: -index, over: 2 * pairCount)
      let place = factors.base + 16 * (index / 8) + index % 8
      place[0] = Float(turn.cosine)
      place[8] = Float(turn.sine)
    }
  }

  /// Where the transform of the pairs goes.
  var input: SplitOutput { SplitOutput(re: pairs.re, im: pairs.im) }

  /// Puts the power of bins 0 to M, of which the last begins the vector after the others.
  ///
  /// Each is four times |X|², so that a sine shows its power on one side; bins 0 and M, which have no
  /// second side, are then twice too large against the mean square, which their reader puts right.
  func put(into output: PowerOutput) {
    let (re, im) = (pairs.re, pairs.im)
    re[pairCount] = re[0]
    im[pairCount] = im[0]
    for index in 0..<pairCount / 8 {
      let low = Complex8(re.vector(at: 8 &* index), im.vector(at: 8 &* index))
      let mirrored = pairCount &- 8 &* index &- 7
      let (highRe, highIm) = (re.vector(at: mirrored).reversed, im.vector(at: mirrored).reversed)
      let (sumRe, sumIm) = (low.re + highRe, low.im - highIm)
      let turned = Complex8(low.re - highRe, low.im + highIm) * factors.vectors[index]
      output.put(power: Complex8(sumRe + turned.im, sumIm - turned.re).power, at: index)
    }
    let last = re[0] - im[0]
    output.put(power: Float8(repeating: 4 * last * last), at: pairCount / 8)
  }
}
