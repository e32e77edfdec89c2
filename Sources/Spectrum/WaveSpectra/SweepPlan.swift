import WaveUnits

/// A plan for sweeping a band that is wider than a receiver's rate: adjacent hops on one lattice of bins.
///
/// Bin `k` of the lattice is centred on `k` times the step, for every band. Every hop is tuned to a bin's
/// centre, so that bins of neighbouring hops are equally spaced across the seam. Each hop gives the bins
/// within `usableShare` of the rate, where the receiver's filter is flat. The bins at its centre, which have
/// the receiver's own direct current, are left out as gaps. `shiftBins` moves all centres, so that sweeps
/// with different shifts have their gaps at different places.
public struct SweepPlan: Equatable, Sendable {
  /// The maximum number of bins in a sweep.
  public static let binLimit = 1 << 20

  /// The positions of a whole sweep's bins.
  public let axis: BinAxis
  /// The number of points of each hop's transform.
  public let fftCount: Int
  /// The number of hops that cover the band.
  public let hopCount: Int
  /// The number of bins that a hop gives, which is even.
  public let binsPerHop: Int
  /// The number of bins left out on either side of a hop's centre, besides the centre itself.
  public let spikeBins: Int

  private let firstBin: Double
  private let shiftBins: Int

  /// Plans a sweep; nil for a band that is empty or not a number, or that needs more than `binLimit` bins.
  ///
  /// - Parameters:
  ///   - lowHertz: The lower edge of the band; the sweep begins with the bin that contains it.
  ///   - highHertz: The upper edge.
  ///   - sampleRateHertz: The sample rate, above zero.
  ///   - fftCount: The number of points of each hop's transform, 64 or more; the step is the rate divided by
  ///     it.
  ///   - usableShare: The share of the rate around the centre in which levels are correct, above 0 and up to
  ///     1.
  ///   - spikeBins: The number of bins left out on either side of a hop's centre; -1 leaves out none at all.
  ///   - shiftBins: The number of bins by which centres are lower; 0 or more, less than a hop's bins.
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

  /// Copies one plane of a hop's row to its place in the plane of the sweep.
  ///
  /// - Parameters:
  ///   - plane: `fftCount` powers around the hop's centre, lowest frequency first.
  ///   - hop: The number of the hop.
  ///   - sweep: `axis.count` powers. Those at the hop's centre become NaN; those that the hop does not give
  ///     are not changed.
  /// - Complexity: O(`binsPerHop`), no allocation.
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
