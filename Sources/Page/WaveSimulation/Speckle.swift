import WaveUnits

/// A table of random triples: the maximum, mean and minimum over several power spectra of Gaussian noise.
///
/// The mean power is 1. A bin of a power spectrum is exponentially distributed; a row contains the maximum,
/// mean and minimum of `spectra` such values. Drawing from a table costs one load per bin instead of
/// `spectra` logarithms.
struct Speckle: Sendable {
  static let count = 8192

  /// The triples of maximum, mean and minimum.
  let triples: [Float]

  /// Creates a table of `count` random triples.
  ///
  /// - Complexity: O(`count` * min(`spectra`, 16)), with one allocation.
  init(spectra: Int, noise: HashNoise, key: UInt64) {
    var triples: [Float] = []
    triples.reserveCapacity(3 * Self.count)
    for entry in 0..<Self.count {
      let triple = Self.triple(spectra: max(1, spectra), noise: noise, key: key, entry: Int64(entry))
      triples.append(Float(triple.max))
      triples.append(Float(triple.mean))
      triples.append(Float(triple.min))
    }
    self.triples = triples
  }

  private static func triple(
    spectra: Int, noise: HashNoise, key: UInt64, entry: Int64
  ) -> (max: Double, mean: Double, min: Double) {
    var draw = entry &* 64
    func uniform() -> Double {
      draw &+= 1
      return max(noise.uniform(key: key, at: draw), 0x1p-53)
    }
    let drawn = min(spectra, 16)
    var sum = 0.0
    var least = Double.infinity
    var most = 0.0
    for _ in 0..<drawn {
      let value = -SimulatedMath.logarithm(uniform())
      sum += value
      least = min(least, value)
      most = max(most, value)
    }
    let rest = spectra - drawn
    guard rest > 0 else { return (most, sum / Double(drawn), least) }
    // The remaining spectra are drawn together: their extremes from the distributions of the extremes of
    // exponentials, and their sum from a normal distribution, by the central limit theorem.
    let count = Double(rest)
    most = max(
      most,
      -SimulatedMath.logarithm(SimulatedMath.oneMinusExponential(SimulatedMath.logarithm(uniform()) / count)))
    least = min(least, -SimulatedMath.logarithm(uniform()) / count)
    let gauss =
      (-2 * SimulatedMath.logarithm(uniform())).squareRoot() * SimulatedMath.cosine(turns: uniform())
    sum += max(count + count.squareRoot() * gauss, 0)
    let mean = min(max(sum / Double(spectra), least), most)
    return (most, mean, least)
  }
}
