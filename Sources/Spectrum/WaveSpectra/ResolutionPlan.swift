public import WaveSignal
import WaveUnits

/// The transform length and window overlap at which every column of a view has a bin.
///
/// Bins are no wider than the columns, unless that would require a longer transform than allowed. If one
/// window takes longer than a row, windows overlap so that each row still gets a window of its own. The
/// overlap never exceeds `overlapMax`, beyond which rows would only repeat each other. In that case, a row
/// lasts as long as a hop.
public struct ResolutionPlan: Equatable, Sendable {
  /// The number of points in the transform, a power of two from 64 to 1,048,576.
  public let fftCount: Int
  /// The number of samples from the start of one window to the start of the next, which is even.
  public let hopCount: Int
  /// The time between rows in seconds: the requested time, or the length of a hop plus one sample if that is
  /// longer.
  ///
  /// Any run of samples of this length contains the end of a window, even if the bounds of the run are
  /// rounded to samples.
  public let rowSeconds: Double

  /// The fraction of each window that overlaps the previous window.
  ///
  /// It is exactly representable as a binary fraction.
  public var overlap: Double { 1 - Double(hopCount) / Double(fftCount) }

  /// Returns the maximum overlap that a plan uses with a window.
  ///
  /// At this overlap, every sample has the same weight in the mean power. The overlap is 1/2 for rectangular,
  /// 3/4 for Hann, 7/8 for Blackman-Harris and Nuttall, and 15/16 for flat-top windows.
  public static func overlapMax(of window: WindowFunction) -> Double { Swift.max(0.5, window.evenOverlap) }

  /// Creates a plan for a view's column width and row interval.
  ///
  /// The transform is lengthened as soon as its bins are wider than a column. It is shortened only once it is
  /// four times as long as necessary, so pinching back and forth across a power of two changes nothing.
  ///
  /// - Parameters:
  ///   - sampleRateHertz: The sample rate, complex or real; a rate that is not above zero gives the shortest
  ///     transform.
  ///   - stepHertz: The width of the narrowest column in hertz. Infinity or NaN, if no client is watching,
  ///     requests the shortest transform; zero or less requests the longest.
  ///   - window: The window, which covers the whole transform.
  ///   - rowSeconds: The requested time between rows in seconds; a value that is not above zero requests the
  ///     shortest interval possible.
  ///   - counts: The shortest and longest transform, adjusted to powers of two from 64 to 1,048,576; if no
  ///     power of two lies between them, the next power of two below the longest is used.
  ///   - current: The number of points in the current transform, which is kept if it is at most twice as long
  ///     as necessary; nil if there is no transform yet.
  /// - Complexity: O(1), without allocation.
  public init(
    sampleRateHertz: Double, stepHertz: Double, window: WindowFunction, rowSeconds: Double,
    counts: ClosedRange<Int> = 4096...FFT.countMax, current: Int? = nil
  ) {
    let most = Self.powerOfTwo { 2 * $0 <= counts.upperBound }
    let least = Swift.min(most, Self.powerOfTwo { $0 < counts.lowerBound })
    var count = least
    if sampleRateHertz > 0, !stepHertz.isNaN {
      // A rounding error in the column width must not double the length of the transform.
      let columnCount = sampleRateHertz / Swift.max(0, stepHertz) * (1 - 1e-9)
      while count < most, Double(count) < columnCount { count *= 2 }
    }
    if let current, current == 2 * count, current <= most { count = current }
    fftCount = count

    // Reserve one sample, because the bounds of a row are rounded to samples.
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

  /// Returns the first power of two that is not too small, or the largest one that a transform can have.
  private static func powerOfTwo(unless isTooSmall: (Int) -> Bool) -> Int {
    var count = FFT.countMin
    while count < FFT.countMax, isTooSmall(count) { count *= 2 }
    return count
  }
}
