/// A forward Fourier transform of a fixed number of real samples, with precomputed tables.
///
/// `X[k]` is the sum over `n` of `x[n] * e^(-2πikn/N)` for `k` from 0 to `N / 2`, without scaling; the other
/// bins are their mirror image. Pairs of samples are transformed as complex numbers at half the length, and
/// the two spectra are then separated (W. H. Press et al., "Numerical Recipes", 3rd edition, 2007, section
/// 12.3).
public struct RealFFT: ~Copyable, Sendable {
  /// The number of real samples.
  public let count: Int
  private let plan: TransformPlan
  private let spectrum: RealSpectrum

  /// Creates a transform with its tables and working storage.
  /// - Complexity: O(count) time and memory.
  /// - Throws: `transformCount` for a length that is not a power of two from 64 to 1,048,576.
  public init(count: Int) throws(SignalError) {
    guard FFT.isValid(count: count) else { throw .transformCount(count) }
    self.count = count
    plan = TransformPlan(count: count / 2, for: SplitOutput.self)
    spectrum = RealSpectrum(pairCount: count / 2)
  }

  /// Transforms real samples into `count / 2 + 1` interleaved complex bins, with zero frequency first.
  ///
  /// The spans must have at least `count` samples and `count + 2` floats; otherwise, nothing is written.
  /// - Returns: Whether the bins were written.
  /// - Complexity: O(count log count), without allocation.
  public mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) -> Bool {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        guard let source = input.baseAddress, let target = output.baseAddress, input.count >= count,
          output.count >= count + 2
        else { return false }
        plan.transform(InterleavedInput(floats: source), into: spectrum.input)
        spectrum.write(into: HalvingOutput(floats: target))
        target[count] = spectrum.last
        target[count + 1] = 0
        return true
      }
    }
  }
}
