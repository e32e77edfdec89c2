/// Where a transform takes its input from, eight complex points at a time.
protocol TransformInput {
  /// Reads points `8 * index` up to `8 * index + 7`.
  func points(at index: Int) -> Complex8
}

/// Where a transform puts its output, eight bins at a time, each once.
protocol TransformOutput {
  /// Takes bins `8 * index` up to `8 * index + 7`.
  func put(_ bins: Complex8, at index: Int)
}
