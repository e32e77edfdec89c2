import WaveTables

/// What pictures cost the engine last, and so about what the next one will.
struct ViewCost: Sendable {
  /// Along x, for each tick: what lies there is read in proportion.
  private var perTick = 0.0
  /// In any other order, in which all rows are read whatever is seen.
  private var elsewhere = 0.0

  /// Takes note of a picture.
  ///
  /// - Parameters:
  ///   - microseconds: What it took.
  ///   - window: What it showed.
  ///   - isWhole: Whether it was made; else it was given up, and would have taken longer.
  mutating func take(_ microseconds: Double, _ window: ColumnWindow, isWhole: Bool) {
    guard isWhole || microseconds > self.microseconds(of: window) else { return }
    if window.order == .rows {
      perTick = microseconds / Self.width(window)
    } else {
      elsewhere = microseconds
    }
  }

  /// What a window will cost about.
  func microseconds(of window: ColumnWindow) -> Double {
    window.order == .rows ? perTick * Self.width(window) : elsewhere
  }

  private static func width(_ window: ColumnWindow) -> Double {
    max(1, Double(window.until) - Double(window.from))
  }
}
