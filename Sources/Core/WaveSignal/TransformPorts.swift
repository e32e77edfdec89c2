/// The source of a transform's input, read eight complex points at a time.
protocol TransformInput {
  /// Whether lanes 2 and 3 hold points 4 and 5, and lanes 4 and 5 hold points 2 and 3.
  ///
  /// This saves shuffles here, and costs the transform nothing.
  static var isSwapped: Bool { get }
  /// Reads points `8 * index` up to `8 * index + 7`.
  func points(at index: Int) -> Complex8
}

/// The destination of a transform's output, written eight bins at a time, each once.
protocol TransformOutput {
  /// Whether lanes 2 and 3 hold bins 4 and 5, and lanes 4 and 5 hold bins 2 and 3.
  static var isSwapped: Bool { get }
  /// Receives bins `8 * index` up to `8 * index + 7`.
  func store(_ bins: Complex8, at index: Int)
}

extension TransformInput {
  static var isSwapped: Bool { false }
}

extension TransformOutput {
  static var isSwapped: Bool { false }
}
