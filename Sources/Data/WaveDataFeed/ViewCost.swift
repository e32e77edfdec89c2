public import WaveDataWire

/// An estimate of the time needed for the next picture, based on previous ones.
public struct ViewCost: Sendable {
  /// The time per tick in the table's own order, in microseconds.
  ///
  /// In this order, the time is proportional to the width of a view.
  private var perTick = 0.0
  /// The time per picture in any other order, in microseconds.
  ///
  /// In these orders, every view reads all rows.
  private var perPass = 0.0

  /// Records the time spent on a picture.
  ///
  /// - Parameters:
  ///   - microseconds: The time spent.
  ///   - view: The view.
  ///   - isWhole: Whether the picture was completed. If not, it would have taken longer.
  public mutating func record(_ microseconds: Double, of view: ShowTable, isWhole: Bool) {
    guard isWhole || microseconds > self.microseconds(of: view) else { return }
    if view.order == .rows {
      perTick = microseconds / Self.width(view)
    } else {
      perPass = microseconds
    }
  }

  /// Returns the estimated time for a view, in microseconds, or 0 if no estimate is available.
  public func microseconds(of view: ShowTable) -> Double {
    view.order == .rows ? perTick * Self.width(view) : perPass
  }

  private static func width(_ view: ShowTable) -> Double { max(1, Double(view.until) - Double(view.from)) }
}
