import WaveUnits

/// A plan for sweeping a band that is wider than a receiver's sample rate: adjacent hops on a common grid of
/// bins.
///
/// Bin `k` of the grid is centred on `k` times the step, for every band. Every hop is tuned to a bin's
/// centre, so that the bins of neighbouring hops are equally spaced across the seam. Each hop supplies the
/// bins within `usableShare` of the sample rate, where the receiver's filter is flat. The bins at its centre,
/// which contain the receiver's DC offset, are left out as gaps. `shiftBins` shifts all centres, so that
/// sweeps with different shifts have their gaps at different frequencies.
public struct SweepPlan: Equatable, Sendable {
  /// The maximum number of bins in a sweep.
  public static let binLimit = 1 << 20

  /// The frequencies of the whole sweep's bins.
  public let axis: BinAxis
  /// The number of points in each hop's transform.
  public let fftCount: Int
  /// The number of hops that cover the band.
  public let hopCount: Int
  /// The number of bins that a hop supplies, which is even.
  public let binsPerHop: Int
  /// The number of bins left out on either side of a hop's centre, in addition to the centre bin itself.
  public let spikeBins: Int

  private let firstBin: Double
  private let shiftBins: Int

  /// Creates a plan; nil if the band is empty, not a number, or needs more than `binLimit` bins.
  ///
  /// - Parameters:
  ///   - lowHertz: The lower edge of the band; the sweep begins with the bin that contains it.
  ///   - highHertz: The upper edge of the band.
  ///   - sampleRateHertz: The sample rate, above zero.
  ///   - fftCount: The number of points in each hop's transform, 64 or more; the step is the sample rate
  ///     divided by it.
  ///   - usableShare: The central fraction of the sample rate in which levels are correct; above 0 and at
  ///     most 1.
  ///   - spikeBins: The number of bins left out on either side of a hop's centre; -1 keeps the centre bin as
  ///     well.
  ///   - shiftBins: The number of bins by which centres are lowered; 0 or more, less than a hop's bins.
  public init?(
    lowHertz: Double, highHertz: Double, sampleRateHertz: Double, fftCount: Int, usableShare: Double = 0.8,
    spikeBins: Int = 4, shiftBins: Int = 0
  ) {
    guard lowHertz < highHertz, sampleRateHertz > 0, sampleRateHertz < .infinity, fftCount >= 64,
      usableShare > 0, usableShare <= 1
    else { return nil }
    let step = sampleRateHertz / Double(fftCount)
    let first = (lowHertz / step).rounded()
    let last = (highHertz / step).rounded()
    guard first.magnitude < 0x1p52, last.magnitude < 0x1p52, last - first < Double(Self.binLimit) else {
      return nil
    }
    let count = Int(saturating: last - first) + 1
    let perHop = Swift.max(2, Int(saturating: Double(fftCount) * usableShare) & ~1)
    guard shiftBins >= 0, shiftBins < perHop else { return nil }
    axis = BinAxis(firstHertz: first * step, stepHertz: step, count: count)
    self.fftCount = fftCount
    binsPerHop = perHop
    hopCount = (count + shiftBins + perHop - 1) / perHop
    self.spikeBins = Swift.min(spikeBins, perHop / 2 - 1)
    self.shiftBins = shiftBins
    firstBin = first
  }

  /// Returns the frequency to which a hop is tuned, in hertz.
  public func centerHertz(ofHop hop: Int) -> Double {
    (firstBin + Double(hop * binsPerHop + binsPerHop / 2 - shiftBins)) * axis.stepHertz
  }

  /// Copies one plane of a hop's row to its position in the sweep's plane.
  ///
  /// - Parameters:
  ///   - plane: `fftCount` powers around the hop's centre, lowest frequency first.
  ///   - hop: The index of the hop.
  ///   - sweep: `axis.count` powers. Powers at the hop's centre become NaN; powers outside the hop are not
  ///     changed.
  /// - Complexity: O(`binsPerHop`), without allocation.
  public func place(_ plane: Span<Float>, ofHop hop: Int, into sweep: inout MutableSpan<Float>) {
    guard plane.count == fftCount, sweep.count == axis.count, hop >= 0, hop < hopCount else { return }
    let start = hop * binsPerHop - shiftBins
    let source = fftCount / 2 - binsPerHop / 2
    for bin in 0..<binsPerHop {
      let place = start + bin
      guard place >= 0, place < sweep.count else { continue }
      let isSpike = (bin - binsPerHop / 2).magnitude <= spikeBins && spikeBins >= 0
      sweep[place] = isSpike ? .nan : plane[source + bin]
    }
  }
}
