/// The source of a transform's input, read eight complex points at a time.
protocol TransformInput {
  /// Whether lanes 2 and 3 contain points 4 and 5, and lanes 4 and 5 contain points 2 and 3.
  ///
  /// This saves shuffles when reading, and costs the transform nothing.
  static var isSwapped: Bool { get }
  /// Returns points `8 * index` through `8 * index + 7`.
  func points(at index: Int) -> Complex8
}

/// The destination of a transform's output, written eight bins at a time, with each bin written once.
protocol TransformOutput {
  /// Whether lanes 2 and 3 contain bins 4 and 5, and lanes 4 and 5 contain bins 2 and 3.
  static var isSwapped: Bool { get }
  /// Stores bins `8 * index` through `8 * index + 7`.
  func store(_ bins: Complex8, at index: Int)
}

extension TransformInput {
  static var isSwapped: Bool { false }

  /// Returns eight vectors of points that are a stride apart.
  @inline(__always) func eight(at index: Int, _ stride: Int) -> Complex8x8 {
    (
      points(at: index), points(at: index &+ stride), points(at: index &+ 2 &* stride),
      points(at: index &+ 3 &* stride), points(at: index &+ 4 &* stride), points(at: index &+ 5 &* stride),
      points(at: index &+ 6 &* stride), points(at: index &+ 7 &* stride)
    )
  }
}

extension TransformOutput {
  static var isSwapped: Bool { false }
}
