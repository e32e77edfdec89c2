public import WaveSpectra

/// An immutable row, shared by all clients that show it.
public final class SharedRow: Sendable {
  /// The power row that is shared.
  public let row: PowerRow
  /// The precomputed blocks of bins; nil for a row that few clients show, whose bins are reduced one by one.
  let pyramid: PowerPyramid?

  /// Creates a row without a pyramid, for past rows.
  public init(_ row: PowerRow) {
    self.row = row
    pyramid = nil
  }

  /// Creates a row with a pyramid, for rows that many clients can show.
  ///
  /// - Complexity: As for creating a `PowerPyramid`.
  public init(building row: PowerRow) {
    self.row = row
    pyramid = PowerPyramid(row)
  }

  /// Reduces a detector's plane to columns.
  ///
  /// The sample detector uses the plane of mean powers.
  func reduce(by reducer: ColumnReducer, _ detector: Detector, into output: inout MutableSpan<Float>) {
    if let pyramid { return reducer.reduce(pyramid, detector, into: &output) }
    reducer.reduce(row.plane(detector).span, detector, into: &output)
  }

  /// Returns the mean linear power in a frequency band.
  func power(lowHertz: Double, highHertz: Double) -> Double {
    pyramid?.bandPower(lowHertz: lowHertz, highHertz: highHertz)
      ?? bandPower(of: row, lowHertz: lowHertz, highHertz: highHertz)
  }
}

/// A function that returns a completed slot of the waterfall, given its index and the slot duration.
///
/// The lookup calls `history` only if the slot is not stored. It can be called from the context of any feed.
public typealias SlotLookup =
  @Sendable (_ index: Int64, _ slotMicroseconds: Int64, _ history: () -> SpectrumHistory) -> SharedRow?
