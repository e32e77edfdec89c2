public import WaveDataWire

/// The cost of the last pictures, which estimates that of the next one.
public struct ViewCost: Sendable {
  /// Microseconds for each tick in the table's own order, where cost is proportional to the width of a view.
  private var perTick = 0.0
  /// Microseconds in any other order, where all rows are read for every view.
  private var perPass = 0.0

  /// Starts without an estimate.
  public init() {}

  /// Records the cost of a picture.
  ///
  /// - Parameters:
  ///   - microseconds: The time spent on it.
  ///   - view: The view.
  ///   - isWhole: Whether the picture was finished; otherwise it would have taken longer.
  public mutating func record(_ microseconds: Double, of view: ShowTable, isWhole: Bool) {
    guard isWhole || microseconds > self.microseconds(of: view) else { return }
    if view.order == .rows {
      perTick = microseconds / Self.width(view)
    } else {
      perPass = microseconds
    }
  }

  /// Estimates the cost of a view; 0 if nothing is known.
  public func microseconds(of view: ShowTable) -> Double {
    view.order == .rows ? perTick * Self.width(view) : perPass
  }

  private static func width(_ view: ShowTable) -> Double {
    max(1, Double(view.until) - Double(view.from))
  }
}
