/// Where a transform takes its input from, eight complex points at a time.
protocol TransformInput {
  /// Whether lanes 2 and 3 hold points 4 and 5, and the other way round: it saves shuffles at no cost
  /// elsewhere.
  static var isSwapped: Bool { get }
  /// Reads points `8 * index` up to `8 * index + 7`.
  func points(at index: Int) -> Complex8
}

/// Where a transform puts its output, eight bins at a time, each once.
protocol TransformOutput {
  /// Whether it takes bins 4 and 5 in lanes 2 and 3, and the other way round.
  static var isSwapped: Bool { get }
  /// Takes bins `8 * index` up to `8 * index + 7`.
  func put(_ bins: Complex8, at index: Int)
}

extension TransformInput {
  static var isSwapped: Bool { false }
}

extension TransformOutput {
  static var isSwapped: Bool { false }
}
