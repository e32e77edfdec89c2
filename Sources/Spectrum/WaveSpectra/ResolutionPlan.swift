public import WaveSignal
import WaveUnits

/// How long a transform has to be, and how far its windows overlap, so that every column of a view holds a
/// bin.
///
/// Bins are at most as wide as the columns, up to the longest transform allowed. Where one window takes
/// longer than a row, windows overlap so far that each row still holds one; at most by `overlapMax`, beyond
/// which rows only repeat each other. From there on the rows are as long as a hop.
public struct ResolutionPlan: Equatable, Sendable {
  /// Points of the transform, a power of two from 64 to 1,048,576.
  public let fftCount: Int
  /// Samples from the start of one window to the start of the next; even.
  public let hopCount: Int
  /// Seconds from row to row: what was wished for, or one sample more than a hop where that is longer.
  ///
  /// Any run of so many samples holds the end of a window, also where its bounds are rounded to samples.
  public let rowSeconds: Double

  /// Share of its samples that a window has in common with the one before; exact in binary.
  public var overlap: Double { 1 - Double(hopCount) / Double(fftCount) }

  /// Longest overlap planned: where every sample counts the same in the mean power, at least a half.
  ///
  /// Rectangular 1/2, Hann 3/4, Blackman-Harris and Nuttall 7/8, flat-top 15/16.
  public static func overlapMax(of window: WindowFunction) -> Double {
    Swift.max(0.5, window.evenOverlap)
  }

  /// Plans a transform.
  ///
  /// The transform becomes longer as soon as its bins are wider than a column, but shorter only once it is
  /// four times as long as it need be: a pinch to and fro across a power of two changes nothing.
  ///
  /// - Parameters:
  ///   - sampleRateHertz: Samples in a second, complex or real; not above zero gives the shortest transform.
  ///   - stepHertz: Width of the finest column in hertz. Infinity and NaN, where nobody looks, ask for the
  ///     shortest transform; zero and less for the longest.
  ///   - window: The window, which covers the whole transform.
  ///   - rowSeconds: Seconds from row to row, in the time of the samples; not above zero is as short as can
  ///     be.
  ///   - counts: Shortest and longest transform, brought to powers of two from 64 to 1,048,576; if there is
  ///     none between them, the one below the longest.
  ///   - current: Points of the transform in use, kept where it fits nearly; nil before the first.
  /// - Complexity: O(1), no allocation.
  public init(
    sampleRateHertz: Double, stepHertz: Double, window: WindowFunction, rowSeconds: Double,
    counts: ClosedRange<Int> = 4096...FFT.countMax, current: Int? = nil
  ) {
    let most = Self.powerOfTwo(atMost: counts.upperBound)
    let least = Swift.min(most, Self.powerOfTwo(atLeast: counts.lowerBound))
    var count = least
    if sampleRateHertz > 0, !stepHertz.isNaN {
      // A column as wide as a bin holds one, however its width was rounded.
      let columnCount = sampleRateHertz / Swift.max(0, stepHertz) * (1 - 1e-9)
      while count < most, Double(count) < columnCount { count *= 2 }
    }
    if let current, current == 2 * count, current <= most { count = current }
    fftCount = count

    // Of a whole number of samples one is left to the rounding of a row's bounds.
    let longest = count / 2
    let shortest = Int(saturating: Double(count) * (1 - Self.overlapMax(of: window)))
    let fitting = (sampleRateHertz * rowSeconds).rounded(.down) - 1
    if fitting >= Double(longest) {
      hopCount = longest
    } else {
      hopCount = fitting > Double(shortest) ? Int(saturating: fitting) & ~1 : shortest
    }
    let hopSeconds = sampleRateHertz > 0 ? Double(hopCount + 1) / sampleRateHertz : 0
    self.rowSeconds = rowSeconds >= hopSeconds ? rowSeconds : hopSeconds
  }

  private static func powerOfTwo(atMost limit: Int) -> Int {
    var count = FFT.countMin
    while count < FFT.countMax, 2 * count <= limit { count *= 2 }
    return count
  }

  private static func powerOfTwo(atLeast limit: Int) -> Int {
    var count = FFT.countMin
    while count < FFT.countMax, count < limit { count *= 2 }
    return count
  }
}
