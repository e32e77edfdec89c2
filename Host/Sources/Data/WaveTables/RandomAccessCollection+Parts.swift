extension RandomAccessCollection where Index == Int {
  /// Returns consecutive parts that together make the collection.
  ///
  ///     (0..<5).parts(of: 2)    // [0..<2, 2..<4, 4..<5]
  ///
  /// - Parameter count: The number of elements in each part but the last; at least 1.
  /// - Returns: The parts, in order.
  package func parts(of count: Int) -> [SubSequence] {
    stride(from: startIndex, to: endIndex, by: count).map { start in
      self[start..<Swift.min(start + count, endIndex)]
    }
  }
}
