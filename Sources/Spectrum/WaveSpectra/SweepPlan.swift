import WaveUnits

/// How a band wider than a receiver's rate is swept: hops whose usable parts are laid side by side on one
/// lattice of bins.
///
/// Bin `k` of the lattice is centred on `k` times the step, whatever band is swept, and every hop is tuned to
/// a bin's centre, so that bins of neighbouring hops are equally spaced across the seam. Each hop gives the
/// bins within `usableShare` of the rate, where the receiver's filter is flat. The bins at its centre, where
/// the receiver's own direct current stands, are left out as gaps; `shiftBins` moves all centres, so that
/// sweeps of different shifts have theirs at different places.
public struct SweepPlan: Equatable, Sendable {
  /// Most bins of a sweep.
  public static let binLimit = 1 << 20

  /// Where the bins of a whole sweep lie.
  public let axis: BinAxis
  /// Points of each hop's transform.
  public let fftCount: Int
  /// How many hops cover the band.
  public let hopCount: Int
  /// Bins that a hop gives, even.
  public let binsPerHop: Int
  /// Bins left out on either side of a hop's centre, beside the centre itself.
  public let spikeBins: Int

  private let firstBin: Double
  private let shiftBins: Int

  /// Plans a sweep; nil for a band that is empty, no number, or would take more than `binLimit` bins.
  ///
  /// - Parameters:
  ///   - lowHertz: Lower edge of the band; the sweep begins with the bin that holds it.
  ///   - highHertz: Upper edge.
  ///   - sampleRateHertz: Samples in a second, above zero.
  ///   - fftCount: Points of each hop's transform, 64 or more; the step is the rate over it.
  ///   - usableShare: Share of the rate around the centre in which levels are right, above 0 and up to 1.
  ///   - spikeBins: Bins left out on either side of a hop's centre; -1 leaves out none at all.
  ///   - shiftBins: By how many bins centres lie lower; 0 or more, less than a hop's bins.
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

  /// What a hop is tuned to, in hertz.
  public func centerHertz(ofHop hop: Int) -> Double {
    (firstBin + Double(hop * binsPerHop + binsPerHop / 2 - shiftBins)) * axis.stepHertz
  }

  /// Lays one plane of a hop's row where it belongs in that of the sweep.
  ///
  /// - Parameters:
  ///   - plane: `fftCount` powers around the hop's centre, lowest frequency first.
  ///   - hop: Which hop.
  ///   - sweep: `axis.count` powers; those that the hop does not give stay as they are, but those at its
  ///     centre become NaN.
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
