/// The impairments that a receiver adds to its samples, estimated from the samples themselves.
public struct Impairments: Equatable, Sendable {
  /// The power of the DC offset relative to full scale, which appears as a spike at the centre frequency.
  public private(set) var dcPower = 0.0
  /// The power of a signal's mirror image about the centre, relative to the signal.
  ///
  /// If in-phase and quadrature have different gains or are not exactly 90° apart, each signal is mirrored.
  /// Radio signals and noise are circular: the mean of their complex square is zero. A nonzero mean is
  /// therefore twice the image's amplitude (M. Valkama et al., 2001, doi:10.1109/78.950789). Signals that are
  /// not circular (AM exactly at the centre, BPSK) are mistaken for an image. Without an image, the expected
  /// result is 1 / (2 * sampleCount).
  public private(set) var imagePowerRatio = 0.0
  /// The mean power without the DC offset, relative to full scale.
  public private(set) var power = 0.0
  /// The fraction of components at the limits of the analogue-to-digital converter, 0 to 1.
  public private(set) var clippedShare = 0.0
  /// The number of complex samples.
  public private(set) var sampleCount = 0

  /// Estimates impairments from interleaved complex samples converted by `IQFormat`, and from the faults
  /// counted during the conversion.
  ///
  /// Without samples, all values are zero. Samples must be finite, as converted samples are.
  /// - Complexity: O(n), without allocation.
  public init(samples: Span<Float>, faults: SampleFaults = SampleFaults()) {
    let count = samples.count / 2
    guard count > 0 else { return }
    var (sumRe, sumIm, sumReRe, sumImIm, sumReIm) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in 0..<count {
      let (re, im) = (Double(samples[2 * index]), Double(samples[2 * index + 1]))
      sumRe += re
      sumIm += im
      sumReRe += re * re
      sumImIm += im * im
      sumReIm += re * im
    }
    let scale = 1 / Double(count)
    let (meanRe, meanIm) = (sumRe * scale, sumIm * scale)
    let varianceRe = Swift.max(0, sumReRe * scale - meanRe * meanRe)
    let varianceIm = Swift.max(0, sumImIm * scale - meanIm * meanIm)
    let covariance = sumReIm * scale - meanRe * meanIm
    sampleCount = count
    dcPower = meanRe * meanRe + meanIm * meanIm
    power = varianceRe + varianceIm
    clippedShare = Double(faults.clippedCount) / Double(2 * count)
    guard power > 0 else { return }
    // E[z²] = 2g E|x|² for an image of relative amplitude g, if g is small compared with 1.
    let squareRe = varianceRe - varianceIm
    let squareIm = 2 * covariance
    imagePowerRatio = (squareRe * squareRe + squareIm * squareIm) / (4 * power * power)
  }
}
