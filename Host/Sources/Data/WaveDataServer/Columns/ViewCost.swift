import WaveTables

/// The cost of the last pictures, which estimates that of the next one.
struct ViewCost: Sendable {
  /// Microseconds for each tick in the table's own order, where cost is proportional to the width of a
  /// window.
  private var perTick = 0.0
  /// Microseconds in any other order, where all rows are read for every window.
  private var elsewhere = 0.0

  /// Records the cost of a picture.
  ///
  /// - Parameters:
  ///   - microseconds: The time spent on it.
  ///   - window: The window of the picture.
  ///   - isWhole: Whether the picture was finished; otherwise it would have taken longer.
  mutating func take(_ microseconds: Double, _ window: ColumnWindow, isWhole: Bool) {
    guard isWhole || microseconds > self.microseconds(of: window) else { return }
    if window.order == .rows {
      perTick = microseconds / Self.width(window)
    } else {
      elsewhere = microseconds
    }
  }

  /// Estimates the cost of a window.
  func microseconds(of window: ColumnWindow) -> Double {
    window.order == .rows ? perTick * Self.width(window) : elsewhere
  }

  private static func width(_ window: ColumnWindow) -> Double {
    max(1, Double(window.until) - Double(window.from))
  }
}
