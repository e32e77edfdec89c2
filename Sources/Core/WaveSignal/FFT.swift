/// A forward Fourier transform of a fixed length, with precomputed tables.
///
/// `X[k]` is the sum over `n` of `x[n] * e^(-2πikn/N)`, without scaling.
public struct FFT: ~Copyable, Sendable {
  /// The number of complex points.
  public let count: Int
  private let plan: TransformPlan

  /// The minimum number of points in a transform.
  public static let countMin = 64
  /// The maximum number of points in a transform.
  public static let countMax = 1_048_576

  /// Returns whether a length is valid: a power of two from 64 to 1,048,576.
  public static func isValid(count: Int) -> Bool {
    count >= countMin && count <= countMax && count & (count - 1) == 0
  }

  /// Creates a transform with its tables and working storage.
  /// - Complexity: O(count) time and memory.
  /// - Throws: `transformCount` for a length that is not a power of two from 64 to 1,048,576.
  public init(count: Int) throws(SignalError) {
    guard Self.isValid(count: count) else { throw .transformCount(count) }
    self.count = count
    plan = TransformPlan(count: count, for: InterleavedOutput.self)
  }

  /// Transforms interleaved complex samples into interleaved complex bins, with zero frequency first.
  ///
  /// Samples missing from `input` are treated as zero; bins that do not fit into `output` are discarded.
  /// - Complexity: O(count log count), without allocation if both spans have `2 * count` floats.
  public mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    plan.transformInterleaved(input, into: &output)
  }
}
