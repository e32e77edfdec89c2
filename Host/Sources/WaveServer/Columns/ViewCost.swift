import WaveTables

/// What a picture cost the engine last, and so about what the next one will.
struct ViewCost: Sendable {
  private var order = ColumnOrder.rows
  private var width: Double = 1
  private var spentMicroseconds: Double = 0

  /// Takes note of a picture.
  ///
  /// - Parameters:
  ///   - microseconds: What it took.
  ///   - window: What it showed.
  ///   - isWhole: Whether it was made; else it was given up, and would have taken longer.
  mutating func take(_ microseconds: Double, _ window: ColumnWindow, isWhole: Bool) {
    guard isWhole || microseconds > self.microseconds(of: window) else { return }
    order = window.order
    width = Self.width(window)
    spentMicroseconds = microseconds
  }

  /// What a window will cost about: what lies along x is read in proportion, and all of it in another order.
  func microseconds(of window: ColumnWindow) -> Double {
    guard window.order == order, window.order == .rows else { return spentMicroseconds }
    return spentMicroseconds * Self.width(window) / width
  }

  private static func width(_ window: ColumnWindow) -> Double {
    max(1, Double(window.until) - Double(window.from))
  }
}
